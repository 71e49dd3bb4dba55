import type { StateRecordSnapshot, StateStore } from '@changeover/storage-kit';
import type { Activity } from '../../protocol/activity.js';
import type { Batch } from '../../protocol/batch.js';
import type { Run } from '../../protocol/run.js';
import { AuditRecord } from '../records/audit-record.js';
import { BatchRecord } from '../records/batch-record.js';
import { parseRecord } from '../records/parse-record.js';
import { ProcessRecord } from '../records/process-record.js';
import { recordKey, recordPrefix } from '../records/record-keys.js';
import { RunRecord } from '../records/run-record.js';
import { SessionRecord } from '../records/session-record.js';
import { type StoredGeneration, storedGeneration } from '../records/stored-generation.js';
import { WrittenRecord } from '../records/written-record.js';
import { listRecords } from '../store/list-records.js';

/** A generation with the session that its key names. */
export interface PastGeneration extends StoredGeneration {
  readonly session: string;
}

/** Everything that earlier hosts have left in the store, read and checked. */
export interface History {
  readonly sessions: readonly { readonly id: string; readonly record: SessionRecord }[];
  readonly generations: readonly PastGeneration[];
  readonly runs: readonly Run[];
  /** Of each open session the last, if it was not published. */
  readonly batches: readonly Batch[];
  /** Oldest first. */
  readonly activity: readonly Activity[];
  /** Process groups that no host has seen end. */
  readonly processes: readonly ProcessRecord[];
  /** When the store was last written, in epoch milliseconds; null in one that an older console wrote. */
  readonly writtenAt: number | null;
}

/** @throws HostError `damaged-record`, naming the record */
export async function loadHistory(store: StateStore): Promise<History> {
  const written = await store.load(recordKey.written());
  return {
    writtenAt: written === undefined ? null : parseRecord(WrittenRecord, written).at,
    sessions: await readAll(store, recordPrefix.sessions, (snapshot, [id = '']) => ({
      id,
      record: parseRecord(SessionRecord, snapshot),
    })),
    generations: await readAll(store, recordPrefix.generations, (snapshot, [session = '']) => ({
      session,
      ...storedGeneration(snapshot),
    })),
    runs: await readAll(store, recordPrefix.runs, (snapshot) => parseRecord(RunRecord, snapshot).run),
    batches: await readAll(
      store,
      recordPrefix.batches,
      (snapshot) => parseRecord(BatchRecord, snapshot).batch,
    ),
    activity: await readAll(
      store,
      recordPrefix.audit,
      (snapshot) => parseRecord(AuditRecord, snapshot).activity,
    ),
    processes: await readAll(store, recordPrefix.processes, (snapshot) =>
      parseRecord(ProcessRecord, snapshot),
    ),
  };
}

async function readAll<T>(
  store: StateStore,
  prefix: string,
  read: (snapshot: StateRecordSnapshot, path: readonly string[]) => T,
): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const snapshot of listRecords(store, prefix)) {
    all.push(read(snapshot, snapshot.record.key.key.slice(prefix.length).split('/')));
  }
  return all;
}
