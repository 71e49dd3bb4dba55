import type { AbortOptions } from '../contract/abort-options.js';
import type { Clock } from '../contract/clock.js';
import { isStateStoreError } from '../errors/state-store-error.js';
import { lanceFirstPauseMs, lanceLongestPauseMs, maxLanceRetries } from './lance-tuning.js';

/** Waits a random time whose upper bound doubles with each attempt. @param attempt - from 0 */
export function pauseAfter(attempt: number, clock: Clock, options: AbortOptions): Promise<void> {
  const bound = Math.min(lanceLongestPauseMs, lanceFirstPauseMs * 2 ** Math.min(attempt, 16));
  return clock.sleep(Math.ceil(Math.random() * bound), options);
}

/** Settles as `work` does, or rejects at once with the signal's reason: a call of Lance cannot be stopped, but left. */
export async function untilAborted<Result>(
  work: () => Promise<Result>,
  { signal }: AbortOptions,
): Promise<Result> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export interface RetryOptions extends AbortOptions {
  readonly clock: Clock;
  /** The error to end with. */
  readonly failure: (cause: unknown) => Error;
}

/**
 * Repeats what may be repeated. A read fails when another process removes superseded files under it, a write when too
 * many write at once; both go well a moment later.
 */
export async function retried<Result>(
  work: () => Promise<Result>,
  { clock, failure, signal }: RetryOptions,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await untilAborted(work, { signal });
    } catch (cause) {
      signal?.throwIfAborted();
      if (isStateStoreError(cause)) throw cause;
      if (attempt === maxLanceRetries) throw failure(cause);
    }
    await pauseAfter(attempt, clock, { signal });
  }
}
