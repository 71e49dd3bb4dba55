import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aState } from '../test-state/builders.js';
import { FakeHost } from '../test-state/fake-host.js';
import { ConsoleClient } from './console-client.js';
import { ConsoleProvider } from './console-context.js';
import { ANSWER_TIMES_MAX, PING_INTERVAL_MS } from './limits.js';
import { useAnswerTime } from './use-answer-time.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

function Shown() {
  return <output>{useAnswerTime() ?? 'none'}</output>;
}

it('asks every few seconds, and is the median of no more than the last few answers', async () => {
  const host = new FakeHost(aState());
  const client = new ConsoleClient({ open: host.open, now: Date.now, isHidden: () => false });
  client.connect();
  await pass(0);
  render(
    <ConsoleProvider client={client}>
      <Shown />
    </ConsoleProvider>,
  );
  const answerAfter = async (ms: number): Promise<void> => {
    await pass(ms);
    await act(async () => host.answer('host.ping', {}));
    await pass(PING_INTERVAL_MS - ms);
  };
  expect(screen.getByRole('status').textContent).toBe('none');
  for (let answers = 0; answers < ANSWER_TIMES_MAX; answers += 1) await answerAfter(100);
  expect(screen.getByRole('status').textContent).toBe('100');
  for (let answers = 0; answers < Math.floor(ANSWER_TIMES_MAX / 2); answers += 1) await answerAfter(20);
  expect(screen.getByRole('status').textContent).toBe('100');
  await answerAfter(20);
  expect(screen.getByRole('status').textContent).toBe('20');

  const asked = host.count('request');
  await pass(PING_INTERVAL_MS - 1);
  expect(host.count('request')).toBe(asked);
  await pass(1);
  expect(host.count('request')).toBe(asked + 1);
});
