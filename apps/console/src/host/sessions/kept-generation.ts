import type { CapabilitySet } from '@changeover/capability-core';
import type { Generation } from '../../protocol/generation.js';
import type { LedgerEntry } from '../ledger/ledger.js';
import type { GenerationRecord } from '../records/generation-record.js';
import { recordKey } from '../records/record-keys.js';

/** A generation with the set that it is. */
export interface KeptGeneration {
  readonly generation: Generation;
  readonly set: CapabilitySet;
  /** Format of its record; 1 for one that an older console made of folders in place. */
  readonly format: GenerationRecord['format'];
}

/** How a generation is shown and stored. */
export function generationEntry({ generation, set, format }: KeptGeneration): LedgerEntry {
  return storedEntry(generation, set.canonicalJson(), format);
}

/** How a generation is shown and stored whose set is known as text. */
export function storedEntry(
  generation: Generation,
  set: string,
  format: GenerationRecord['format'],
): LedgerEntry {
  const { digest, cause, publishedAt, retiredAt, effectsClosed, packages } = generation;
  const value: GenerationRecord = {
    format,
    set,
    digest,
    cause,
    publishedAt,
    retiredAt,
    effectsClosed,
    packages,
  };
  return {
    event: { type: 'generation', generation },
    records: [{ key: recordKey.generation(generation.session, generation.generation), value }],
  };
}
