import { CapabilitySet } from '@changeover/capability-core';
import type { StateRecordSnapshot, StateStore } from '@changeover/storage-kit';
import type { Activity } from '../../protocol/activity.js';
import type { Run } from '../../protocol/run.js';
import { HostError } from '../errors/host-error.js';
import { AuditRecord } from '../records/audit-record.js';
import { FoldersRecord } from '../records/folders-record.js';
import { GenerationRecord } from '../records/generation-record.js';
import { parseRecord } from '../records/parse-record.js';
import { ProcessRecord } from '../records/process-record.js';
import { recordKey, recordPrefix } from '../records/record-keys.js';
import { RunRecord } from '../records/run-record.js';
import { SessionRecord } from '../records/session-record.js';
import { listRecords } from '../store/list-records.js';

/** A generation's record with what its key and its text say. */
export interface StoredGeneration {
  readonly session: string;
  readonly set: CapabilitySet;
  readonly record: GenerationRecord;
}

/** Everything that earlier hosts have left in the store, read and checked. */
export interface History {
  readonly sessions: readonly { readonly id: string; readonly record: SessionRecord }[];
  readonly generations: readonly StoredGeneration[];
  readonly runs: readonly Run[];
  /** Oldest first. */
  readonly activity: readonly Activity[];
  readonly folders: readonly string[];
  /** Process groups that no host has seen end. */
  readonly processes: readonly ProcessRecord[];
}

/** @throws HostError `damaged-record`, naming the record */
export async function loadHistory(store: StateStore): Promise<History> {
  const folders = await store.load(recordKey.folders());
  return {
    sessions: await readAll(store, recordPrefix.sessions, (snapshot, [id = '']) => ({
      id,
      record: parseRecord(SessionRecord, snapshot),
    })),
    generations: await readAll(store, recordPrefix.generations, (snapshot, [session = '']) => {
      const record = parseRecord(GenerationRecord, snapshot);
      return { session, record, set: readSet(snapshot, record) };
    }),
    runs: await readAll(store, recordPrefix.runs, (snapshot) => parseRecord(RunRecord, snapshot).run),
    activity: await readAll(
      store,
      recordPrefix.audit,
      (snapshot) => parseRecord(AuditRecord, snapshot).activity,
    ),
    processes: await readAll(store, recordPrefix.processes, (snapshot) =>
      parseRecord(ProcessRecord, snapshot),
    ),
    folders: folders === undefined ? [] : parseRecord(FoldersRecord, folders).folders,
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

function readSet({ record: { key } }: StateRecordSnapshot, { set, digest }: GenerationRecord): CapabilitySet {
  const damaged = (reason: string, cause?: unknown): HostError =>
    new HostError(
      'damaged-record',
      `The record ${key.key} of the store cannot be read: at $.set, ${reason}`,
      { record: key.key, path: '$.set' },
      { cause },
    );
  let parsed: CapabilitySet;
  try {
    parsed = CapabilitySet.parseCanonical(set);
  } catch (cause) {
    throw damaged('it is no capability set', cause);
  }
  if (parsed.digest !== digest) throw damaged(`its digest is ${parsed.digest}, not ${digest}`);
  return parsed;
}
