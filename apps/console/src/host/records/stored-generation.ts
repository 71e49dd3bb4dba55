import { CapabilitySet } from '@changeover/capability-core';
import type { StateRecordSnapshot } from '@changeover/storage-kit';
import * as z from 'zod/mini';
import { HostError } from '../errors/host-error.js';
import { GenerationRecord } from './generation-record.js';
import { parseRecord } from './parse-record.js';

/** A generation's record with what is told of its set everywhere; the set itself is read where it is wanted. */
export interface StoredGeneration {
  readonly record: GenerationRecord;
  readonly generation: number;
  /** Number of the Use generation behind it; null for a set without packages. */
  readonly useGeneration: number | null;
  readonly capabilityCount: number;
}

/** As much of a set's canonical JSON as is told of each generation: reading all of it takes a hundred times as long. */
const SetOutline = z.object({
  generation: z.number(),
  useGeneration: z.nullable(z.object({ generation: z.number() })),
  capabilities: z.array(z.unknown()),
});

/** @throws HostError `damaged-record` */
export function storedGeneration(snapshot: StateRecordSnapshot): StoredGeneration {
  const record = parseRecord(GenerationRecord, snapshot);
  const outline = SetOutline.safeParse(jsonOf(snapshot, record.set));
  if (!outline.success) throw damaged(snapshot, 'it is no capability set', outline.error);
  const { generation, useGeneration, capabilities } = outline.data;
  return {
    record,
    generation,
    useGeneration: useGeneration?.generation ?? null,
    capabilityCount: capabilities.length,
  };
}

/** The set of a generation. @throws HostError `damaged-record`, also where its digest is not the one that was published */
export function storedSet(snapshot: StateRecordSnapshot): CapabilitySet {
  const { set: text, digest } = parseRecord(GenerationRecord, snapshot);
  const set = readSet(snapshot, text);
  if (set.digest === digest) return set;
  throw damaged(snapshot, `its digest is ${set.digest}, not ${digest}`);
}

function jsonOf(snapshot: StateRecordSnapshot, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(snapshot, 'it is no capability set', cause);
  }
}

function readSet(snapshot: StateRecordSnapshot, text: string): CapabilitySet {
  try {
    return CapabilitySet.parseCanonical(text);
  } catch (cause) {
    throw damaged(snapshot, 'it is no capability set', cause);
  }
}

function damaged({ record: { key } }: StateRecordSnapshot, reason: string, cause: unknown = null): HostError {
  return new HostError(
    'damaged-record',
    `The record ${key.key} of the store cannot be read: at $.set, ${reason}`,
    { record: key.key, path: '$.set' },
    cause === null ? undefined : { cause },
  );
}
