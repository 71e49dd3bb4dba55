import { ManualClock } from '@changeover/capability-core/testing';
import { expect, it } from 'vitest';
import { HEARTBEAT_INTERVAL_MS } from '../limits.js';
import { Heartbeat } from './heartbeat.js';

it('has the store written once an interval while a run is live, and not while none is, nor once it is stopped', async () => {
  const clock = new ManualClock();
  let hasLiveRuns = false;
  let written = 0;
  const touch = (): void => {
    written += 1;
  };
  const heartbeat = new Heartbeat({
    clock,
    ledger: { touch },
    hasLiveRuns: () => hasLiveRuns,
  });
  await clock.advance(2 * HEARTBEAT_INTERVAL_MS);
  expect(written).toBe(0);
  hasLiveRuns = true;
  await clock.advance(HEARTBEAT_INTERVAL_MS - 1);
  expect(written).toBe(0);
  await clock.advance(1);
  expect(written).toBe(1);
  await clock.advance(HEARTBEAT_INTERVAL_MS);
  expect(written).toBe(2);
  heartbeat.stop();
  await clock.advance(2 * HEARTBEAT_INTERVAL_MS);
  expect(written).toBe(2);
});
