import { ManualClock } from '@changeover/capability-core/testing';
import { StateStore, stateKey } from '@changeover/storage-kit';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { StoreHealth } from '../../protocol/health.js';
import { STORE_HEALTH_INTERVAL_MS } from '../limits.js';
import { readStoreHealth } from '../store/read-store-health.js';
import { StoreWatch } from './store-watch.js';

async function watched() {
  const store = await StateStore.connect({ backend: 'memory' });
  onTestFinished(() => store.close());
  const opened = { store, backend: 'memory', location: 'memory', folder: null };
  const clock = new ManualClock();
  const told: StoreHealth[] = [];
  const watch = new StoreWatch(opened, clock, await readStoreHealth(opened), (health) => told.push(health));
  const write = () =>
    store.transact((transaction) => transaction.put({ key: stateKey('console', 'a'), value: 1 }));
  return { clock, store, told, watch, write };
}

it('tells how the store is once an interval after it was written to, however often that was', async () => {
  const { clock, told, watch, write } = await watched();
  for (let n = 0; n < 3; n += 1) {
    await write();
    watch.written();
  }
  await clock.advance(STORE_HEALTH_INTERVAL_MS - 1);
  expect(told).toEqual([]);
  await clock.advance(1);
  await vi.waitFor(() => expect(told).toMatchObject([{ revision: 3, writable: true }]));
  await write();
  watch.written();
  await clock.advance(STORE_HEALTH_INTERVAL_MS);
  await vi.waitFor(() => expect(told).toHaveLength(2));
});

it('says at once that a write failed, and never again that the store can be written', async () => {
  const { clock, told, watch } = await watched();
  watch.failed();
  expect(told).toMatchObject([{ writable: false }]);
  watch.written();
  await clock.advance(STORE_HEALTH_INTERVAL_MS);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]?.writable).toBe(false);
});

it('tells nothing any more once it is stopped, nor of a store that was closed meanwhile', async () => {
  const { clock, told, watch, store } = await watched();
  watch.written();
  await store.close();
  await clock.advance(STORE_HEALTH_INTERVAL_MS);
  await new Promise((resolve) => setImmediate(resolve));
  watch.stop();
  watch.written();
  await clock.advance(STORE_HEALTH_INTERVAL_MS);
  expect(told).toEqual([]);
});
