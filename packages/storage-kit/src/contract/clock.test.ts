import { expect, test, vi } from 'vitest';
import { systemClock } from './clock.js';

test('a sleep ends after its time', async () => {
  vi.useFakeTimers();
  let ended = false;
  const sleep = (async () => {
    await systemClock.sleep(1000);
    ended = true;
  })();
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await sleep;
  vi.useRealTimers();
});

test('an abort ends a sleep with its reason, and leaves no timer', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const sleep = systemClock.sleep(1000, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(sleep).rejects.toThrow('enough');
  expect(vi.getTimerCount()).toBe(0);
  await expect(systemClock.sleep(1, { signal: controller.signal })).rejects.toThrow('enough');
  vi.useRealTimers();
});

test('the time is that of the system', () => {
  const before = Date.now();
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
});
