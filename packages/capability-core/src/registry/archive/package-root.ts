import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { unwritable } from '../package-refusal.js';

/** What npm wraps every package in, whatever it is called. */
const NPM_WRAPPING = 'package';

/** Folders that are parts of a package: one that is there alone wraps nothing. */
const PARTS: ReadonlySet<string> = new Set(['.claude-plugin', 'skills', 'agents', 'commands', 'hooks']);

/**
 * Where the package is among what was unpacked, in a folder that is named as a package may be named after it: as the
 * folder that wraps it, or `name` where there is none that says anything.
 */
export async function packageRoot(draft: string, unpacked: string, name: string): Promise<string> {
  try {
    const [only, ...others] = await readdir(unpacked, { withFileTypes: true });
    const isWrapping = only?.isDirectory() === true && others.length === 0 && !PARTS.has(only.name);
    if (isWrapping && only.name !== NPM_WRAPPING) return join(unpacked, only.name);
    const named = join(draft, 'named');
    await mkdir(named);
    const root = join(named, name);
    await rename(isWrapping ? join(unpacked, only.name) : unpacked, root);
    return root;
  } catch (error) {
    throw unwritable(draft, error);
  }
}
