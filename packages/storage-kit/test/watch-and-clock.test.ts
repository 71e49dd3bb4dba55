import { expect, test } from 'vitest';
import { StateStore, stateKey } from '../src/index.js';
import { lanceStore } from '../src/lance/index.js';
import { sqliteFileStore } from '../src/sqlite-file/index.js';
import { jumpingClock } from './jumping-clock.js';
import { lanceFolder } from './lance/lance-folder.js';
import { temporaryLocation } from './temporary-folder.js';

const clock = jumpingClock();

test.each([
  ['memory', () => StateStore.connect({ backend: 'memory', clock })],
  [
    'sqlite',
    async () => StateStore.connect({ backend: 'sqlite', location: await temporaryLocation(), clock }),
  ],
  [
    'sqlite-file',
    async () => StateStore.connect({ ...sqliteFileStore({ location: await temporaryLocation() }), clock }),
  ],
  ['lance', async () => StateStore.connect({ ...lanceStore({ location: await lanceFolder() }), clock })],
] as const)(
  '%s: a watch misses nothing and keeps the order of commits, however the clock jumps',
  async (_name, open) => {
    await using store = await open();
    const written = Array.from({ length: 30 }, (_, index) => index + 1);
    const watch = store.watch({ namespace: 'clocked', since: 0 })[Symbol.asyncIterator]();
    for (const value of written) {
      await store.transact((transaction) => transaction.put({ key: stateKey('clocked', 'record'), value }));
    }
    const seen: unknown[] = [];
    for (const _value of written) seen.push((await watch.next()).value?.value);
    expect(seen).toEqual(written);
    await watch.return?.();
  },
);
