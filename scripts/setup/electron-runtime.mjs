// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { electronPackageRuntime } from './electron-package.mjs';
import { shippedRuntime, shippedRuntimeFits } from './shipped-runtime.mjs';

/**
 * Finds an Electron, nearest first: the one that the environment names, the `electron` package's own, the one
 * shipped inside a registry package.
 *
 * @param {string} cache
 * @returns {Promise<{ folder: string } | { missing: string }>} `missing` says why there is none
 */
export async function electronRuntime(cache) {
  const named = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (named !== undefined) {
    if (existsSync(join(named, 'electron'))) return { folder: named };
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH names ${named}, where there is no file \`electron\`.`);
  }
  const own = await electronPackageRuntime(cache);
  if ('folder' in own || !shippedRuntimeFits) return own;
  try {
    return { folder: await shippedRuntime(cache) };
  } catch (error) {
    return { missing: `${own.missing}; ${error instanceof Error ? error.message : String(error)}` };
  }
}
