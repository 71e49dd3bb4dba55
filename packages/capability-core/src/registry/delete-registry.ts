import { realpath, rmdir } from 'node:fs/promises';
import { isJsonMap, parseJsonFile } from './json-file.js';
import { MAX_FORMAT_BYTES } from './limits.js';
import { PackageError } from './package-error.js';
import { cancelled, unwritable } from './package-refusal.js';
import { hasErrorCode, readTextWithin } from './store/durable-file.js';
import { removeFolder } from './store/read-only-folder.js';
import { RegistryPaths } from './store/registry-paths.js';

/**
 * Deletes a registry that nobody has open, and its folder unless there is something else in it. What is stored is
 * read-only, so usual means of deleting a folder fail for whoever is not root.
 *
 * @throws {PackageError} `not-a-registry` for a folder without a `registry.json` that tells a format, `unwritable` or
 * `cancelled`
 */
export async function deleteRegistry(
  root: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const paths = await registryOf(root);
  try {
    // The file by which it is known goes last, so that a deletion that was interrupted can be made again.
    for (const part of [...paths.folders, paths.formatDraft, paths.format]) {
      if (signal.aborted) throw cancelled(root, 'Deleting the registry');
      await removeFolder(part);
    }
    await rmdir(paths.root).catch((error: unknown) => {
      if (!hasErrorCode(error, 'ENOTEMPTY')) throw error;
    });
  } catch (error) {
    throw error instanceof PackageError ? error : unwritable(root, error);
  }
}

async function registryOf(root: string): Promise<RegistryPaths> {
  const paths = new RegistryPaths(await realpath(root).catch(() => root));
  if (await mayBeRegistry(paths)) return paths;
  throw new PackageError(
    'not-a-registry',
    `${root} holds no registry.json that tells a format; nothing of it is deleted.`,
    { root },
  );
}

/** Whoever has a torn one may be rid of it; another program's file of that name is left alone. */
async function mayBeRegistry({ format }: RegistryPaths): Promise<boolean> {
  const text = await readTextWithin(format, MAX_FORMAT_BYTES).catch(() => null);
  if (text === null) return false;
  const json = parseJsonFile(text);
  return !json.ok || (isJsonMap(json.value) && typeof json.value['format'] === 'number');
}
