// @ts-check
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));

/** The console's folder. */
export const consoleRoot = fileURLToPath(new URL('../apps/console', import.meta.url));

/** The scenarios' folder. */
export const e2eRoot = fileURLToPath(new URL('../e2e', import.meta.url));

/** pnpm is not expected on PATH: every use of it goes through npx, in the version of `packageManager`. */
export const pnpm = Object.freeze({ command: 'npx', args: Object.freeze(['--yes', 'pnpm@10.34.9']) });
