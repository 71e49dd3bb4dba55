import { compareUtf8 } from '../model/utf8.js';
import type { StoredRecord } from './record-table.js';

/** A record laid over those of a scan; `record` undefined hides the one below. */
export interface Overlay {
  readonly key: string;
  readonly record: StoredRecord | undefined;
}

/** Both inputs ascend; so does the result. Where both have a key, the overlay's counts. */
export function* mergeRecords(
  below: Iterable<StoredRecord>,
  overlays: readonly Overlay[],
): Generator<StoredRecord, void, undefined> {
  let next = 0;
  for (const record of below) {
    for (; next < overlays.length; next += 1) {
      const overlay = overlays[next];
      if (overlay === undefined || compareUtf8(overlay.key, record.key) >= 0) break;
      if (overlay.record !== undefined) yield overlay.record;
    }
    if (overlays[next]?.key !== record.key) yield record;
  }
  for (const overlay of overlays.slice(next)) if (overlay.record !== undefined) yield overlay.record;
}
