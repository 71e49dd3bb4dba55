import { describe, expect, it } from 'vitest';
import { anySignal } from './any-signal.js';

describe('a signal of several', () => {
  it('aborts with the reason of the first that does', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const any = anySignal([one.signal, two.signal]);
    expect(any.aborted).toBe(false);
    two.abort('second');
    one.abort('first');
    expect(any.reason).toBe('second');
  });

  it('is aborted from the beginning when one of them is', () => {
    expect(anySignal([new AbortController().signal, AbortSignal.abort('before')]).reason).toBe('before');
  });

  it('of none never aborts', () => {
    expect(anySignal([]).aborted).toBe(false);
  });
});
