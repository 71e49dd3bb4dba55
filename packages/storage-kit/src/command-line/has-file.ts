import { basename, dirname } from 'node:path';
import { withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';

/** Whether that name is taken. @throws StateStoreError `io` */
export async function hasFile(files: FileLayer, path: string): Promise<boolean> {
  const names = await withIoErrors('look for', path, () => files.list(dirname(path)));
  return names.includes(basename(path));
}
