import { settle } from '../lifecycle/settle-within.js';
import { type BoundedCallOptions, type BoundedOutcome, boundedCall } from './bounded-call.js';

/** A bounded call of foreign code, and when that code has really ended. */
export interface LastingCall<T> {
  readonly outcome: Promise<BoundedOutcome<T>>;
  /** Later than the outcome where the call was given up. Never rejects. */
  readonly settled: Promise<unknown>;
}

/** Makes a bounded call, and keeps an eye on it after it was given up. */
export function lastingCall<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: BoundedCallOptions<T>,
): LastingCall<T> {
  let settled: Promise<unknown> = Promise.resolve();
  const outcome = boundedCall((signal) => {
    const running = (async () => work(signal))();
    settled = settle(() => running);
    return running;
  }, options);
  return { outcome, settled };
}
