import { messageOf } from '../lifecycle/bounded-message.js';
import { MAX_FORMAT_BYTES } from './limits.js';
import { PackageError } from './package-error.js';
import { cancelled, unwritable } from './package-refusal.js';
import { readTextWithin } from './store/durable-file.js';
import { removeFolder } from './store/read-only-folder.js';
import { RegistryPaths } from './store/registry-paths.js';

/**
 * Deletes the folder of a registry that nobody has open. What is stored is read-only, so usual means of deleting a
 * folder fail for whoever is not root.
 *
 * @throws {PackageError} `not-a-registry` for a folder without a `registry.json`, `unwritable` or `cancelled`
 */
export async function deleteRegistry(
  root: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  if (signal.aborted) throw cancelled(root, 'Deleting the registry');
  const format = await readTextWithin(new RegistryPaths(root).format, MAX_FORMAT_BYTES).catch(messageOf);
  if (format === null) {
    throw new PackageError('not-a-registry', `${root} holds no registry.json; nothing of it is deleted.`, {
      root,
    });
  }
  await removeFolder(root).catch((error: unknown) => {
    throw unwritable(root, error);
  });
}
