import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is removed when the test has finished. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-kit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a store in such a folder. */
export async function temporaryLocation(): Promise<string> {
  return join(await temporaryFolder(), 'state.sqlite');
}
