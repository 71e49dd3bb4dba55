import type { StoreHealth } from '../../protocol/health.js';
import type { ConsoleStore } from './open-console-store.js';

/** The store's condition as pages show it. */
export async function readStoreHealth(opened: ConsoleStore): Promise<StoreHealth> {
  const stats = await opened.store.stats();
  const { recovery } = stats;
  return {
    backend: opened.backend,
    location: opened.location,
    revision: stats.revision,
    snapshotBytes: stats.bytes,
    journalBytes: stats.journalBytes,
    recovery:
      recovery === undefined
        ? null
        : `The end of ${recovery.file} had been torn by a crash: ${recovery.bytesCut} bytes after offset ` +
          `${recovery.offset} were cut off. No acknowledged change was in them.`,
    writable: stats.failure === undefined,
  };
}
