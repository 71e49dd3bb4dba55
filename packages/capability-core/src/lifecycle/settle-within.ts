import type { Clock } from './clock.js';
import { Deadline } from './deadline.js';

/** How an operation ended, as far as its time allowed. */
export type Settlement<T> =
  | { readonly outcome: 'fulfilled'; readonly value: T }
  | { readonly outcome: 'rejected'; readonly error: unknown }
  | { readonly outcome: 'timed-out' };

/**
 * Runs foreign code for at most `timeoutMs`. At the end of its time it is aborted and left `graceMs` to let go;
 * it counts as timed out even if it uses them. Never rejects, and what comes later changes nothing.
 */
export async function settleWithin<T>(
  operation: (options: { readonly signal: AbortSignal }) => T | Promise<T>,
  {
    clock,
    timeoutMs,
    graceMs = 0,
  }: { readonly clock: Clock; readonly timeoutMs: number; readonly graceMs?: number },
): Promise<Settlement<T>> {
  const abort = new AbortController();
  const settled = settle(() => operation({ signal: abort.signal }));
  using deadline = Deadline.start(clock, timeoutMs);
  const inTime = await firstOf(settled, deadline);
  if (inTime.outcome !== 'timed-out') return inTime;
  abort.abort(new DOMException('The time to settle is over.', 'TimeoutError'));
  if (graceMs > 0) {
    using grace = Deadline.start(clock, graceMs);
    await firstOf(settled, grace);
  }
  return inTime;
}

/** The outcome of `operation`, whether it throws at once or later. */
export async function settle<T>(operation: () => T | Promise<T>): Promise<Settlement<T>> {
  try {
    return { outcome: 'fulfilled', value: await operation() };
  } catch (error) {
    return { outcome: 'rejected', error };
  }
}

async function firstOf<T>(settled: Promise<Settlement<T>>, deadline: Deadline): Promise<Settlement<T>> {
  return new Promise((resolve) => {
    deadline.whenExpired(() => resolve({ outcome: 'timed-out' }));
    void settled.then(resolve);
  });
}
