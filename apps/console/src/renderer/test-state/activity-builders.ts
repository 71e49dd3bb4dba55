import type { Activity, ActivityPage } from '../../protocol/activity.js';
import { NOW } from './moments-and-digests.js';

export function anActivity(change: Partial<Activity> = {}): Activity {
  const sequence = change.sequence ?? 1;
  return {
    sequence,
    at: NOW - 60 * 60_000 + sequence * 1_000,
    actor: 'operator',
    command: 'run.start',
    target: 'demo',
    outcome: 'done',
    durationMs: 6,
    reason: null,
    detail: null,
    ...change,
  };
}

/** The newest lines of a log of `total`, or those before one of them, as a host without a filter gives them. */
export function anActivityPage(
  total: number,
  limit: number,
  before: number | null = null,
  build: (sequence: number) => Activity = (sequence) => anActivity({ sequence }),
): ActivityPage {
  const newest = Math.min(total, (before ?? total + 1) - 1);
  const count = Math.max(0, Math.min(limit, newest));
  const lines = Array.from({ length: count }, (_, index) => build(newest - index));
  return { lines, hasMore: newest - count > 0, matched: total, total };
}
