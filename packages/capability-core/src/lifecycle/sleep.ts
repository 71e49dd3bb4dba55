import { onAbort } from './abort.js';
import type { Clock } from './clock.js';

/** Waits for `delayMs`; rejects with the signal's reason as soon as it aborts. */
export function sleep(
  clock: Clock,
  delayMs: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const unfollow = onAbort(signal, () => {
      undoTimer();
      reject(signal.reason);
    });
    const undoTimer = clock.setTimer(delayMs, () => {
      unfollow();
      resolve();
    });
  });
}
