import { describe, expect, it, vi } from 'vitest';
import { AnswerStore } from './answer-store.js';
import { ANSWERS_KEPT_MAX } from './limits.js';
import { RequestError } from './request-error.js';

const nothing = (): void => undefined;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('answers that can never change', () => {
  it('are asked for once, however many show them, and kept after nobody does', async () => {
    const store = new AnswerStore(() => 7);
    const ask = vi.fn(async () => 'a catalog');
    const stop = [store.watch('k', ask, nothing), store.watch('k', ask, nothing)];
    expect(store.read('k')).toEqual({ phase: 'asking', since: 7 });
    await settled();
    for (const end of stop) end();
    store.watch('k', ask, nothing);
    expect(store.read('k')).toEqual({ phase: 'known', value: 'a catalog' });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('are given up when nobody waits any more, and asked for anew by the next', async () => {
    const store = new AnswerStore(() => 0);
    const signals: AbortSignal[] = [];
    const ask = (signal: AbortSignal): Promise<string> => {
      signals.push(signal);
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(RequestError.of('aborted', 'given up'))),
      );
    };
    store.watch('k', ask, nothing)();
    expect(signals[0]?.aborted).toBe(true);
    expect(store.read('k')).toBeNull();
    store.watch('k', ask, nothing);
    await settled();
    expect(store.read('k')?.phase).toBe('asking');
    expect(signals).toHaveLength(2);
  });

  it('say why they were refused, and can be asked for again', async () => {
    const store = new AnswerStore(() => 0);
    const told = vi.fn();
    const refuse = async (): Promise<never> => {
      throw RequestError.of('timed-out', 'The host did not answer.');
    };
    store.watch('k', refuse, told);
    await settled();
    expect(store.read('k')).toMatchObject({ phase: 'refused', error: { code: 'timed-out' } });
    store.again('k', async () => 'here');
    await settled();
    expect(store.read('k')).toEqual({ phase: 'known', value: 'here' });
    expect(told).toHaveBeenCalledTimes(3);
  });

  it('are forgotten beyond their bound, those first that were used longest ago, but none that is shown', async () => {
    const store = new AnswerStore(() => 0);
    const ask = async (): Promise<string> => 'value';
    store.watch('shown', ask, nothing);
    const fill = async (name: string): Promise<void> => {
      const stop = store.watch(name, ask, nothing);
      await settled();
      stop();
    };
    for (let index = 0; index < ANSWERS_KEPT_MAX - 1; index += 1) await fill(`k${index}`);
    expect(store.read('k0')?.phase).toBe('known');
    await fill('one more');
    expect(store.read('k0')).toBeNull();
    expect([store.read('shown')?.phase, store.read('k1')?.phase]).toEqual(['known', 'known']);
  });
});
