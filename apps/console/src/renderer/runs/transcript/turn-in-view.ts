import type { TranscriptRow } from './transcript-rows.js';

/** Index of the head of the turn that the row at `index` belongs to; -1 for a row outside of the turns. */
export function turnInView(rows: readonly TranscriptRow[], index: number): number {
  if (rows[index]?.kind === 'single') return -1;
  for (let at = index; at >= 0; at -= 1) if (rows[at]?.kind === 'turn') return at;
  return -1;
}
