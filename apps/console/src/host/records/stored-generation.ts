import { CapabilitySet } from '@changeover/capability-core';
import type { StateKey, StateRecordSnapshot } from '@changeover/storage-kit';
import * as z from 'zod/mini';
import { HostError } from '../errors/host-error.js';
import { GenerationRecord } from './generation-record.js';
import { parseRecord } from './parse-record.js';

/** A generation's record with what is told of its set everywhere. */
export interface StoredGeneration {
  readonly record: Omit<GenerationRecord, 'set'>;
  readonly generation: number;
  /** Number of the Use generation behind it; null for a set without packages. */
  readonly useGeneration: number | null;
  readonly capabilityCount: number;
  /**
   * The text of the set of a generation that was not closed; null for the others. There is no end to those, and their
   * sets are read where they are wanted.
   */
  readonly set: string | null;
}

/** As much of a set's canonical JSON as is told of each generation: reading all of it takes a hundred times as long. */
const SetOutline = z.object({
  generation: z.number(),
  useGeneration: z.nullable(z.object({ generation: z.number() })),
  capabilities: z.array(z.unknown()),
});

/** @throws HostError `damaged-record` */
export function storedGeneration(snapshot: StateRecordSnapshot): StoredGeneration {
  const { key } = snapshot.record.key;
  const { set, ...record } = parseRecord(GenerationRecord, snapshot);
  const outline = SetOutline.safeParse(jsonOf(key, set));
  if (!outline.success) throw damaged(key, 'it is no capability set', outline.error);
  const { generation, useGeneration, capabilities } = outline.data;
  return {
    record,
    generation,
    useGeneration: useGeneration?.generation ?? null,
    capabilityCount: capabilities.length,
    set: record.effectsClosed === null ? set : null,
  };
}

/** The set of a generation. @throws HostError `damaged-record` */
export function storedSet(snapshot: StateRecordSnapshot): CapabilitySet {
  return publishedSet(snapshot.record.key, parseRecord(GenerationRecord, snapshot));
}

/** Reads a set. @throws HostError `damaged-record`, also where its digest is not the one that was published */
export function publishedSet(
  { key }: StateKey,
  { set: text, digest }: Pick<GenerationRecord, 'set' | 'digest'>,
): CapabilitySet {
  const set = readSet(key, text);
  if (set.digest === digest) return set;
  throw damaged(key, `its digest is ${set.digest}, not ${digest}`);
}

function jsonOf(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(key, 'it is no capability set', cause);
  }
}

function readSet(key: string, text: string): CapabilitySet {
  try {
    return CapabilitySet.parseCanonical(text);
  } catch (cause) {
    throw damaged(key, 'it is no capability set', cause);
  }
}

function damaged(key: string, reason: string, cause: unknown = null): HostError {
  return new HostError(
    'damaged-record',
    `The record ${key} of the store cannot be read: at $.set, ${reason}`,
    { record: key, path: '$.set' },
    cause === null ? undefined : { cause },
  );
}
