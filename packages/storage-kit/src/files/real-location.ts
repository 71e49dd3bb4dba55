import { basename, dirname, join } from 'node:path';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from './file-layer.js';

/**
 * The path of a file that may not be there yet, with symbolic links followed: so a store has one lock whatever path leads
 * to it.
 *
 * @throws StateStoreError `io`
 */
export async function realLocation(location: string, files: FileLayer): Promise<string> {
  const folder = await withIoErrors('find the folder of', location, () => files.resolve(dirname(location)));
  const named = join(folder, basename(location));
  const names = await withIoErrors('look for', location, () => files.list(folder));
  if (!names.includes(basename(named))) return named;
  return withIoErrors('find', location, () => files.resolve(named));
}
