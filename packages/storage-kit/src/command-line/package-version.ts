import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCode } from '../files/node-file-layer.js';

const packageName = '@changeover/storage-kit';

/** The version of the package that this module is part of. */
export async function packageVersion(): Promise<string> {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const version = await versionIn(folder);
    if (version !== undefined) return version;
  }
  throw new Error(`No folder above ${start} has the package.json of ${packageName}`);
}

async function versionIn(folder: string): Promise<string | undefined> {
  try {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Partial<
      Record<string, unknown>
    >;
    return name === packageName && typeof version === 'string' ? version : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
