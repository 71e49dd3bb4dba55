import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StateStore } from '@changeover/storage-kit';
import { HostError } from '../errors/host-error.js';
import { FormatRecord, RECORDS_FORMAT } from '../records/format-record.js';
import { parseRecord } from '../records/parse-record.js';
import { recordKey } from '../records/record-keys.js';

/** Where the host keeps its records. */
export type ConsoleStoreConfig = (
  | { readonly backend: 'memory' }
  | {
      readonly backend: 'sqlite';
      readonly folder: string;
      /** The built module `checkpoint-worker`; without it the host itself folds the journal of a large store. */
      readonly checkpointWorker?: URL | undefined;
    }
) & {
  /** Bytes at which the store refuses to grow; the store's own limit by default. */
  readonly maxBytes?: number | undefined;
};

/** The store with what pages are told about it. */
export interface ConsoleStore {
  readonly store: StateStore;
  readonly backend: string;
  readonly location: string;
  /** The folder that the host may use beside the store's file; null for a store in memory. */
  readonly folder: string | null;
}

const STORE_FILE = 'console.sqlite';
const DATA_FOLDER_MODE = 0o700;

/**
 * Opens the store and checks the format of its records.
 *
 * @throws StateStoreError `locked`, `corrupt`, `unsupported-format`, `io`.
 * @throws HostError `data-folder-unusable`, `newer-records`, `damaged-record`.
 */
export async function openConsoleStore(config: ConsoleStoreConfig): Promise<ConsoleStore> {
  const opened = await connect(config);
  try {
    await checkFormat(opened.store);
  } catch (error) {
    await opened.store.close();
    throw error;
  }
  return opened;
}

async function connect(config: ConsoleStoreConfig): Promise<ConsoleStore> {
  const { maxBytes } = config;
  if (config.backend === 'memory') {
    const store = await StateStore.connect({ backend: 'memory', maxBytes });
    return { store, backend: 'memory', location: 'memory', folder: null };
  }
  const { folder, checkpointWorker } = config;
  try {
    await mkdir(folder, { recursive: true, mode: DATA_FOLDER_MODE });
  } catch (cause) {
    throw new HostError(
      'data-folder-unusable',
      `The data folder ${folder} cannot be made or entered`,
      { folder },
      { cause },
    );
  }
  const location = join(folder, STORE_FILE);
  const store = await StateStore.connect({ backend: 'sqlite', location, checkpointWorker, maxBytes });
  return { store, backend: 'sqlite', location, folder };
}

async function checkFormat(store: StateStore): Promise<void> {
  const found = await store.load(recordKey.format());
  if (found === undefined) return;
  const { format } = parseRecord(FormatRecord, found);
  if (format > RECORDS_FORMAT) {
    throw new HostError(
      'newer-records',
      `The store holds records of format ${format}; this version of the console reads up to ${RECORDS_FORMAT}`,
      { format, supported: RECORDS_FORMAT },
    );
  }
}
