import { type Clock, systemClock } from '../../src/contract/clock.js';

/** A clock on which a pause takes next to no time, and at least five seconds: a bound is reached after a few of them. */
export function hurriedClock(): Clock {
  let skipped = 0;
  return {
    now: () => systemClock.now() + skipped,
    async sleep(ms, options) {
      await systemClock.sleep(1, options);
      skipped += Math.max(ms, 5000);
    },
  };
}
