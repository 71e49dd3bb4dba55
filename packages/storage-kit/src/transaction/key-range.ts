import type { StateKey } from '../model/state-key.js';
import { compareUtf8 } from '../model/utf8.js';
import type { ScanRange } from './record-table.js';

/** The part of a scan that a transaction has seen. */
export interface KeyRange extends ScanRange {
  /** The last key seen; undefined when the scan ran to its end, or runs still. */
  through: string | undefined;
}

export function isWithinScan({ namespace, prefix, after }: ScanRange, key: StateKey): boolean {
  return (
    key.namespace === namespace &&
    key.key.startsWith(prefix) &&
    (after === '' || compareUtf8(key.key, after) > 0)
  );
}

export function isWithinRange(range: KeyRange, key: StateKey): boolean {
  return (
    isWithinScan(range, key) && (range.through === undefined || compareUtf8(key.key, range.through) <= 0)
  );
}
