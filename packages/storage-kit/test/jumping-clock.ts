import { type Clock, systemClock } from '../src/contract/clock.js';
import { defaultHistoryMs } from '../src/limits.js';

/** Forward and back together less than a shared store keeps history for: what is older may be gone, and that is told. */
const furthestMs = 0.4 * defaultHistoryMs;

/** A clock that is set at random, minutes forward or back, each time somebody looks at it; pauses take what they take. */
export function jumpingClock(): Clock {
  return {
    now: () => systemClock.now() + Math.round((2 * Math.random() - 1) * furthestMs),
    sleep: (ms, options) => systemClock.sleep(ms, options),
  };
}
