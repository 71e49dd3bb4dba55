import { expect, it, vi } from 'vitest';
import { inTime } from './in-time.js';

const { signal } = new AbortController();
const bound = { what: 'Reading', timeoutMs: 60_000, signal };

/** Work that ends when its signal aborts, with the signal's reason. */
function untilAborted(inner: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    inner.addEventListener('abort', () => reject(inner.reason));
  });
}

it('gives the result of work that is done in time', async () => {
  expect(await inTime(bound, async () => 7)).toBe(7);
});

it('gives work up whose time is over, and says how long it had', async () => {
  const given = inTime({ ...bound, timeoutMs: 20 }, untilAborted);
  await expect(given).rejects.toMatchObject({
    code: 'package-timeout',
    message: 'Reading took longer than 0.02 s and was given up',
    details: { timeoutMs: 20 },
  });
});

it('rejects with the reason of whoever takes the work back, even when its time is over too', async () => {
  const taken = new AbortController();
  const given = inTime({ ...bound, signal: taken.signal }, untilAborted);
  taken.abort(new Error('taken back'));
  await expect(given).rejects.toThrow('taken back');
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  const late = inTime({ ...bound, signal: taken.signal }, async (inner) => inner.throwIfAborted());
  await expect(late).rejects.toThrow('taken back');
});

it('passes on what fails by itself', async () => {
  await expect(inTime(bound, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
});
