import type { Generation } from '../../protocol/generation.js';
import type { Run } from '../../protocol/run.js';

/** A run with the state of the generation it holds. */
export interface RunRow {
  readonly run: Run;
  readonly generationState: Generation['state'] | null;
}
