import { CapabilitySet } from '@changeover/capability-core';
import type { StateRecordSnapshot } from '@changeover/storage-kit';
import { HostError } from '../errors/host-error.js';
import { GenerationRecord } from './generation-record.js';
import { parseRecord } from './parse-record.js';

/** A generation's record with the set that its text is. */
export interface PublishedSet {
  readonly set: CapabilitySet;
  readonly record: GenerationRecord;
}

/** @throws HostError `damaged-record`, also where the set's digest is not the one that was published */
export function storedGeneration(snapshot: StateRecordSnapshot): PublishedSet {
  const record = parseRecord(GenerationRecord, snapshot);
  const set = readSet(snapshot, record.set);
  if (set.digest !== record.digest) {
    throw damaged(snapshot, `its digest is ${set.digest}, not ${record.digest}`);
  }
  return { set, record };
}

function readSet(snapshot: StateRecordSnapshot, text: string): CapabilitySet {
  try {
    return CapabilitySet.parseCanonical(text);
  } catch (cause) {
    throw damaged(snapshot, 'it is no capability set', cause);
  }
}

function damaged({ record: { key } }: StateRecordSnapshot, reason: string, cause?: unknown): HostError {
  return new HostError(
    'damaged-record',
    `The record ${key.key} of the store cannot be read: at $.set, ${reason}`,
    { record: key.key, path: '$.set' },
    { cause },
  );
}
