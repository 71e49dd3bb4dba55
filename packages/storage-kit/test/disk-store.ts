import { systemClock } from '../src/contract/clock.js';
import type { StateStoreBackend } from '../src/contract/state-store-backend.js';
import type { ProcessTable } from '../src/files/process-identity.js';
import { foldJournal } from '../src/journal/fold-journal.js';
import { type FileStoreOptions, openOnFile } from '../src/journal/open-on-file.js';
import { defaultMaxStoreBytes } from '../src/limits.js';
import type { JsonValue } from '../src/model/json-value.js';
import { stateKey } from '../src/model/state-key.js';
import type { SnapshotStore } from '../src/transaction/snapshot-store.js';
import type { SimulatedDisk } from './simulated-disk.js';

export const diskFolder = '/disk';
export const snapshotPath = `${diskFolder}/state.sqlite`;
export const segmentPath = (number: number): string =>
  `${snapshotPath}.segment-${String(number).padStart(8, '0')}`;

interface DiskStoreOptions extends Partial<FileStoreOptions> {
  readonly checkpointBytes?: number;
}

/** Opens the store on a simulated disk, as a new process: whoever held the lock before is dead. */
export function openOnDisk(disk: SimulatedDisk, options: DiskStoreOptions = {}): Promise<SnapshotStore> {
  const { checkpointBytes = Number.POSITIVE_INFINITY, ...rest } = options;
  return openOnFile({ location: snapshotPath, maxBytes: defaultMaxStoreBytes, ...rest }, systemClock, {
    files: disk,
    processes: onlyTheNewest(),
    checkpointBytes,
    fold: foldJournal,
  });
}

export const testKey = (key: string) => stateKey('test', key);

export async function commitValue(store: StateStoreBackend, key: string, value: JsonValue): Promise<number> {
  const transaction = await store.beginTransaction();
  await transaction.put({ key: testKey(key), value });
  return (await transaction.commit()).revision;
}

export async function readValue(store: StateStoreBackend, key: string): Promise<JsonValue | undefined> {
  return (await store.load(testKey(key)))?.record.value;
}

let lastPid = 0;

/** A process that is new: all those before it on this machine are dead. */
export function onlyTheNewest(): ProcessTable {
  lastPid += 1;
  const self = { pid: lastPid, host: 'simulated' };
  return { self: async () => self, mayRun: async ({ pid, host }) => pid === lastPid || host !== self.host };
}
