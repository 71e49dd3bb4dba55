import { describe, expect, it } from 'vitest';
import { CountingSignal } from '../../test/counting-signal.js';
import { ManualClock } from '../testing/manual-clock.js';
import { sleep } from './sleep.js';

describe('sleep', () => {
  it('lasts as long as it is told, and then follows its signal no more', async () => {
    const [clock, signal] = [new ManualClock(), new CountingSignal()];
    let awake = false;
    const slept = sleep(clock, 1_000, { signal }).then(() => {
      awake = true;
    });
    await clock.advance(999);
    expect([awake, signal.listeners]).toEqual([false, 1]);
    await clock.advance(1);
    await slept;
    expect(signal.listeners).toBe(0);
  });

  it('ends with the reason of its signal, and leaves no timer', async () => {
    const [clock, abort] = [new ManualClock(), new AbortController()];
    const slept = expect(sleep(clock, 1_000, { signal: abort.signal })).rejects.toThrow('enough');
    abort.abort(new Error('enough'));
    await slept;
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not begin when its signal has aborted', async () => {
    const clock = new ManualClock();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(sleep(clock, 1_000, { signal })).rejects.toThrow('enough');
    expect(clock.pendingTimers).toBe(0);
  });
});
