import type { Activity, ActivityFilter, ActivityPage } from '../../protocol/activity.js';
import { PAGE_LINES_MAX } from '../../protocol/limits.js';
import type { MethodParams } from '../../protocol/methods.js';
import { EXPORT_LINES_MAX } from './limits.js';

export interface CollectOptions {
  readonly read: (params: MethodParams<'activity.read'>, signal: AbortSignal) => Promise<ActivityPage>;
  readonly signal: AbortSignal;
  /** Told after each page how many lines there are so far, of how many. */
  readonly onProgress: (collected: number, of: number) => void;
  readonly maxLines?: number;
}

/**
 * All lines that fit a filter, newest first; of more than `maxLines` the newest.
 *
 * @throws RequestError what reading a page throws; `aborted` when the signal was raised.
 */
export async function collectActivity(
  filter: ActivityFilter,
  { read, signal, onProgress, maxLines = EXPORT_LINES_MAX }: CollectOptions,
): Promise<readonly Activity[]> {
  const lines: Activity[] = [];
  let hasMore = true;
  while (hasMore && lines.length < maxLines) {
    const limit = Math.min(PAGE_LINES_MAX, maxLines - lines.length);
    const page = await read({ filter, before: lines.at(-1)?.sequence ?? null, limit }, signal);
    lines.push(...page.lines);
    // A page without lines leads nowhere, whatever it says of more.
    hasMore = page.hasMore && page.lines.length > 0;
    onProgress(lines.length, Math.min(maxLines, page.matched));
  }
  return lines;
}
