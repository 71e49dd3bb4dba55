import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../test/set-builders.js';
import { UseGenerationLeaseError } from '../lease/use-generation-lease-error.js';
import { ManualClock } from '../testing/manual-clock.js';
import { LinkedAbort, settledOrAborted } from './abort.js';
import { codeOf, messageOf } from './bounded-message.js';
import { CapabilityAdapterError } from './capability-adapter-error.js';
import { CapabilityEffectError } from './capability-effect-error.js';
import { CloseFailureList } from './close-failure.js';
import {
  DEFAULT_CLOSE_TIMEOUT_MS,
  MAX_CLOSE_TIMEOUT_MS,
  MAX_MESSAGE_BYTES,
  MAX_REPORTED_FAILURES,
} from './limits.js';
import { ScopeClosePolicy } from './scope-close-policy.js';
import { settleWithin } from './settle-within.js';

describe('ScopeClosePolicy', () => {
  it('gives 5 s by default and takes up to 60 s', () => {
    expect(new ScopeClosePolicy().timeoutMs).toBe(DEFAULT_CLOSE_TIMEOUT_MS);
    expect(DEFAULT_CLOSE_TIMEOUT_MS).toBe(5_000);
    expect(new ScopeClosePolicy(MAX_CLOSE_TIMEOUT_MS).timeoutMs).toBe(60_000);
    expect(new ScopeClosePolicy(1).timeoutMs).toBe(1);
  });

  it('refuses no time, and too much', () => {
    for (const timeoutMs of [0, -1, Number.NaN]) {
      expect(thrownBy(() => new ScopeClosePolicy(timeoutMs))).toMatchObject({
        code: 'invalid-execution-limit',
        field: 'scope_close_timeout',
      });
    }
    expect(thrownBy(() => new ScopeClosePolicy(MAX_CLOSE_TIMEOUT_MS + 1))).toMatchObject({
      code: 'bound-exceeded',
      field: 'scope_close_timeout_ms',
      max: 60_000,
    });
  });
});

describe('messages of foreign errors', () => {
  it.each([
    ['effect', (message: string) => new CapabilityEffectError(message)],
    ['adapter', (message: string) => new CapabilityAdapterError(message)],
    ['lease', (message: string) => new UseGenerationLeaseError(message)],
  ])('of the %s family are never empty and never over 1,024 bytes', (_, make) => {
    expect(make('').message).not.toBe('');
    expect(make('x'.repeat(MAX_MESSAGE_BYTES)).message).toBe('x'.repeat(1_024));
    expect(make(`x${'é'.repeat(512)}`).message).toBe(`x${'é'.repeat(511)}`);
  });

  it('are found in whatever was thrown', () => {
    expect(messageOf(new Error('broken'))).toBe('broken');
    expect(messageOf('plain text')).toBe('plain text');
    expect(messageOf(undefined)).toBe('failed without a message');
    expect(codeOf(Object.assign(new Error(), { code: 'ENOENT' }))).toBe('ENOENT');
    expect(codeOf({ code: 7 })).toBe('failed');
    expect(codeOf(null)).toBe('failed');
  });

  it.each([
    ['no prototype', Object.create(null)],
    ['a message that is no text', Object.defineProperty(new Error('broken'), 'message', { value: 42 })],
    ['fields that throw', new Proxy(new Error('broken'), { get: () => thrownInside() })],
    ['no error at all', Symbol('broken')],
  ])('are replaced where what was thrown cannot be read: %s', (_, thrown: unknown) => {
    expect(messageOf(thrown)).toBe('failed without a message');
    expect(messageOf(thrown, '')).toBe('');
    expect(codeOf(thrown)).toBe('failed');
  });
});

function thrownInside(): never {
  throw new Error('thrown by a getter');
}

describe('CloseFailureList', () => {
  it('lists 64 failures and counts the rest', () => {
    const list = new CloseFailureList();
    const subject = { scope: null, name: 'effect', kind: 'effect' } as const;
    for (let index = 0; index < MAX_REPORTED_FAILURES + 2; index += 1)
      list.failed(subject, new Error(`${index}`));
    const { failures, failuresOmitted } = list.finish();
    expect(failures).toHaveLength(64);
    expect(failures[0]).toEqual({ ...subject, outcome: 'failed', code: 'failed', message: '0' });
    expect(failuresOmitted).toBe(2);
  });
});

describe('settleWithin', () => {
  it('gives what the operation gives, thrown at once or later', async () => {
    const clock = new ManualClock();
    const within = (operation: () => Promise<number>) => settleWithin(operation, { clock, timeoutMs: 10 });
    await expect(within(async () => 1)).resolves.toEqual({ outcome: 'fulfilled', value: 1 });
    await expect(within(() => Promise.reject(new Error('no')))).resolves.toEqual({
      outcome: 'rejected',
      error: new Error('no'),
    });
    await expect(
      within(() => {
        throw new Error('at once');
      }),
    ).resolves.toMatchObject({ outcome: 'rejected' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('aborts at the end of the time, waits for the grace, and counts what comes in it as too late', async () => {
    const clock = new ManualClock();
    const settled: string[] = [];
    const outcome = settleWithin(
      ({ signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            settled.push(`aborted at ${clock.elapsed()}`);
            clock.setTimer(50, resolve);
          });
        }),
      { clock, timeoutMs: 1_000, graceMs: 100 },
    ).then(({ outcome }) => settled.push(`${outcome} at ${clock.elapsed()}`));
    await clock.advance(2_000);
    await outcome;
    expect(settled).toEqual(['aborted at 1000', 'timed-out at 1050']);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('settledOrAborted', () => {
  it('prefers the abort when both are ready', async () => {
    const abort = new AbortController();
    const result = settledOrAborted(Promise.resolve('value'), abort.signal);
    abort.abort();
    await expect(result).resolves.toEqual({ aborted: true });
    await expect(settledOrAborted(Promise.reject(new Error('late')), abort.signal)).resolves.toEqual({
      aborted: true,
    });
  });

  it('gives the value or the rejection while nothing is aborted', async () => {
    const { signal } = new AbortController();
    await expect(settledOrAborted(Promise.resolve(1), signal)).resolves.toEqual({ aborted: false, value: 1 });
    await expect(settledOrAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });
});

describe('LinkedAbort', () => {
  it('follows each of its sources, with the reason, until it is disposed', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const linked = new LinkedAbort([one.signal, undefined, two.signal]);
    two.abort('because');
    expect(linked.signal.reason).toBe('because');
    const disposed = new LinkedAbort([one.signal]);
    disposed[Symbol.dispose]();
    one.abort();
    expect(disposed.signal.aborted).toBe(false);
    expect(new LinkedAbort([one.signal]).signal.aborted).toBe(true);
  });
});
