import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { reactions } from '../testing/reactions.js';
import { boundedCall } from './bounded-call.js';

const NEVER = new AbortController().signal;
const LATE = 'late';

describe('a bounded call', () => {
  it('gives what the work gives', async () => {
    const clock = new ManualClock();
    const options = { signal: NEVER, timeoutMs: 10, clock };
    expect(await boundedCall(async () => 1, options)).toEqual({ type: 'done', value: 1 });
    const error = new Error('broken');
    expect(await boundedCall(() => Promise.reject(error), options)).toEqual({ type: 'failed', error });
    const throwing = (): never => {
      throw error;
    };
    expect(await boundedCall(throwing, options)).toEqual({ type: 'failed', error });
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not begin when it is cancelled already', async () => {
    let begun = false;
    const work = async (): Promise<void> => {
      begun = true;
    };
    const options = { signal: AbortSignal.abort(), timeoutMs: null, clock: new ManualClock() };
    expect(await boundedCall(work, options)).toEqual({ type: 'cancelled' });
    expect(begun).toBe(false);
  });

  it('prefers the cancellation to a result that is there at the same time, and hands the result over', async () => {
    const abort = new AbortController();
    const late: string[] = [];
    const outcome = await boundedCall(
      async () => {
        abort.abort();
        return LATE;
      },
      {
        signal: abort.signal,
        timeoutMs: null,
        clock: new ManualClock(),
        onLate: (value) => late.push(value),
      },
    );
    expect(outcome).toEqual({ type: 'cancelled' });
    await Promise.resolve();
    expect(late).toEqual([LATE]);
  });

  it('aborts the work when its time is over, and hands over what comes later', async () => {
    const clock = new ManualClock();
    const late: string[] = [];
    let finish = (_value: string): void => undefined;
    let given: AbortSignal = NEVER;
    const call = boundedCall(
      (signal) => {
        given = signal;
        return new Promise<string>((resolve) => {
          finish = resolve;
        });
      },
      { signal: NEVER, timeoutMs: 10, clock, onLate: (value) => late.push(value) },
    );
    await clock.advance(9);
    expect(given.aborted).toBe(false);
    await clock.advance(1);
    expect(await call).toEqual({ type: 'timed-out' });
    expect(given.reason).toMatchObject({ name: 'TimeoutError' });
    finish(LATE);
    await clock.advance(0);
    expect(late).toEqual([LATE]);
  });

  it('lets nobody notice work that fails after it was given up', async () => {
    const abort = new AbortController();
    let fail = (_error: Error): void => undefined;
    const call = boundedCall(
      () =>
        new Promise<void>((_resolve, reject) => {
          fail = reject;
        }),
      { signal: abort.signal, timeoutMs: null, clock: new ManualClock() },
    );
    abort.abort();
    expect(await call).toEqual({ type: 'cancelled' });
    fail(new Error('too late'));
    await reactions();
  });
});
