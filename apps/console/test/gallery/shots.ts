import type { Shot } from './shot.js';
import { ACTIVITY_SHOTS } from './states-activity.js';
import { CAPABILITIES_SHOTS } from './states-capabilities.js';
import { OVERVIEW_SHOTS } from './states-overview.js';
import { PACKAGES_SHOTS } from './states-packages.js';
import { RUNS_SHOTS } from './states-runs.js';
import { SHELL_SHOTS } from './states-shell.js';

/** Every picture there is, by name, in the order of the rail. */
export const SHOTS: Readonly<Record<string, Shot>> = {
  ...SHELL_SHOTS,
  ...OVERVIEW_SHOTS,
  ...PACKAGES_SHOTS,
  ...CAPABILITIES_SHOTS,
  ...RUNS_SHOTS,
  ...ACTIVITY_SHOTS,
};
