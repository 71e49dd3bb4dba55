import { type Clock, systemClock } from '../src/contract/clock.js';

const furthestMs = 10 * 60_000;

/** A clock that is set at random, minutes forward or back, each time somebody looks at it; pauses take what they take. */
export function jumpingClock(): Clock {
  return {
    now: () => systemClock.now() + Math.round((2 * Math.random() - 1) * furthestMs),
    sleep: (ms, options) => systemClock.sleep(ms, options),
  };
}
