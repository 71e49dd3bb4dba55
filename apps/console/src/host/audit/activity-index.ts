import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Activity, ActivityFilter, ActivityPage } from '../../protocol/activity.js';
import { ACTIVITY_SEARCH_SLICE_MS, AUDIT_LINES_MAX } from '../limits.js';
import { InTurn } from '../waiting/in-turn.js';
import { activityMatcher } from './activity-matcher.js';

/** Which lines of the audit log are asked for: those that fit `filter` and are older than `before`, or the newest. */
export interface ActivityQuery {
  readonly filter: ActivityFilter;
  readonly before: number | null;
  readonly limit: number;
}

/** Lines between two looks at the time. */
const LINES_PER_LOOK = 64;

/** The stored lines of the audit log in memory, as many as the log keeps, so that a search reads no record. */
export class ActivityIndex {
  /** Oldest first. The log's bound is kept by dropping a part at once, so that adding stays cheap. */
  #lines: Activity[];
  readonly #searches = new InTurn(1);

  constructor(oldestFirst: readonly Activity[]) {
    this.#lines = oldestFirst.slice(-AUDIT_LINES_MAX);
  }

  /** Takes a line that was stored and shown. */
  add(line: Activity): void {
    this.#lines.push(line);
    if (this.#lines.length >= AUDIT_LINES_MAX + AUDIT_LINES_MAX / 10) {
      this.#lines = this.#lines.slice(-AUDIT_LINES_MAX);
    }
  }

  /** Looks through all lines as they are then, a little at a time, one search after the other. Rejects with the signal's reason. */
  read(query: ActivityQuery, options: { readonly signal: AbortSignal }): Promise<ActivityPage> {
    return this.#searches.run(options.signal, () => this.#search(query, options));
  }

  async #search(
    { filter, before, limit }: ActivityQuery,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ActivityPage> {
    const all = this.#lines.slice(-AUDIT_LINES_MAX);
    const fits = activityMatcher(filter);
    const found: Activity[] = [];
    let matched = 0;
    let older = 0;
    let sliceEnd = performance.now() + ACTIVITY_SEARCH_SLICE_MS;
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const line = all[index];
      if (line !== undefined && fits(line)) {
        matched += 1;
        if (before === null || line.sequence < before) {
          older += 1;
          if (found.length < limit) found.push(line);
        }
      }
      if (index % LINES_PER_LOOK !== 0 || performance.now() < sliceEnd) continue;
      await othersFirst();
      signal.throwIfAborted();
      sliceEnd = performance.now() + ACTIVITY_SEARCH_SLICE_MS;
    }
    return { lines: found, hasMore: older > found.length, matched, total: all.length };
  }
}
