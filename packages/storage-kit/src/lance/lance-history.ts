import type { LanceHead, TimeMark } from './lance-head.js';
import { lanceTimeMarks } from './lance-tuning.js';

/** The marks of the head that follows `base` at the time `now`. */
export function withMark(
  { marks, revision }: LanceHead,
  now: number,
  historyMs: number,
): readonly TimeMark[] {
  const last = marks.at(-1);
  if (last !== undefined && now - last.at < historyMs / lanceTimeMarks) return marks;
  return [...marks, { revision, at: now }].slice(-2 * lanceTimeMarks);
}

/** What was overwritten up to here was overwritten longer than `historyMs` ago. */
export function outdatedThrough({ marks, oldest }: LanceHead, now: number, historyMs: number): number {
  return marks.findLast(({ at }) => at <= now - historyMs)?.revision ?? oldest;
}
