import { onAbort } from '../lifecycle/abort.js';
import type { Clock } from '../lifecycle/clock.js';

/** How a call of foreign code ended. */
export type BoundedOutcome<T> =
  | { readonly type: 'done'; readonly value: T }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'timed-out' }
  | { readonly type: 'cancelled' };

export interface BoundedCallOptions<T> {
  readonly signal: AbortSignal;
  /** `null` when only the signal bounds the call. */
  readonly timeoutMs: number | null;
  readonly clock: Clock;
  /** Gets a value that came after the call had been given up, so that it can be undone. */
  readonly onLate?: (value: T) => void;
}

/**
 * Calls foreign code and waits for it no longer than the signal and the time allow. Its own signal aborts when
 * it is given up. A cancellation that is there at the same time as a result wins.
 */
export async function boundedCall<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: BoundedCallOptions<T>,
): Promise<BoundedOutcome<T>> {
  const { signal, timeoutMs, clock, onLate } = options;
  if (signal.aborted) {
    return { type: 'cancelled' };
  }
  const call = new AbortController();
  const settled = settle(work, call.signal);
  let unfollow = (): void => undefined;
  let undoTimer = (): void => undefined;
  const outcome = await new Promise<BoundedOutcome<T>>((resolve) => {
    unfollow = onAbort(signal, () => {
      call.abort(signal.reason);
      resolve({ type: 'cancelled' });
    });
    if (timeoutMs !== null) {
      undoTimer = clock.setTimer(timeoutMs, () => resolve({ type: 'timed-out' }));
    }
    void settled.then(resolve);
  });
  unfollow();
  undoTimer();
  const final: BoundedOutcome<T> = signal.aborted ? { type: 'cancelled' } : outcome;
  if (final.type === 'cancelled' || final.type === 'timed-out') {
    call.abort(new DOMException('The call took too long.', 'TimeoutError'));
    void settled.then((late) => (late.type === 'done' ? onLate?.(late.value) : undefined));
  }
  return final;
}

async function settle<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<BoundedOutcome<T>> {
  try {
    return { type: 'done', value: await work(signal) };
  } catch (error) {
    return { type: 'failed', error };
  }
}
