import type { Clock } from './clock.js';

/** How an operation ended. */
export type Settled<T> =
  | { readonly outcome: 'fulfilled'; readonly value: T }
  | { readonly outcome: 'rejected'; readonly error: unknown };

/** How an operation ended, as far as its time allowed. */
export type Settlement<T> = Settled<T> | { readonly outcome: 'timed-out' };

/** How long an operation may take. */
export interface SettleOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Time left to it after it was aborted. */
  readonly graceMs?: number;
}

/**
 * Runs foreign code for at most `timeoutMs`. At the end of its time it is aborted and left `graceMs` to let go;
 * it counts as timed out even if it uses them. Never rejects, and what comes later changes nothing.
 */
export async function settleWithin<T>(
  operation: (options: { readonly signal: AbortSignal }) => T | Promise<T>,
  { clock, timeoutMs, graceMs = 0 }: SettleOptions,
): Promise<Settlement<T>> {
  const abort = new AbortController();
  const settled = settle(() => operation({ signal: abort.signal }));
  const inTime = await waitFor(settled, clock, timeoutMs);
  if (inTime.outcome !== 'timed-out') return inTime;
  abort.abort(new DOMException('The time to settle is over.', 'TimeoutError'));
  if (graceMs > 0) await waitFor(settled, clock, graceMs);
  return inTime;
}

/** The outcome of `operation`, whether it throws at once or later. */
export async function settle<T>(operation: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    return { outcome: 'fulfilled', value: await operation() };
  } catch (error) {
    return { outcome: 'rejected', error };
  }
}

async function waitFor<T>(settled: Promise<Settlement<T>>, clock: Clock, ms: number): Promise<Settlement<T>> {
  let undoTimer: (() => void) | undefined;
  const timedOut = new Promise<Settlement<T>>((resolve) => {
    undoTimer = clock.setTimer(ms, () => resolve({ outcome: 'timed-out' }));
  });
  const first = await Promise.race([settled, timedOut]);
  undoTimer?.();
  return first;
}
