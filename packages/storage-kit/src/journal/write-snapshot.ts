import { type FileLayer, writeAll } from '../files/file-layer.js';
import type { StorePaths } from './store-paths.js';

/** Replaces the snapshot. At any moment the name leads to the whole old one or the whole new one. */
export async function writeSnapshot(files: FileLayer, paths: StorePaths, image: Uint8Array): Promise<void> {
  await files.remove(paths.draft);
  const draft = await files.open(paths.draft, 'new');
  try {
    await writeAll(draft, image, 0);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await files.rename(paths.draft, paths.snapshot);
  await files.syncFolder(paths.folder);
}
