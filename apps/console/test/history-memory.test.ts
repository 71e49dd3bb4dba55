import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CapabilitySet } from '@changeover/capability-core';
import { StateStore } from '@changeover/storage-kit';
import { afterEach, expect, it } from 'vitest';
import { recordKey } from '../src/host/records/record-keys.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const GENERATIONS = 20;
const SET_BYTES = 200_000;

setFlagsFromString('--expose_gc');
const collectGarbage: () => void = runInNewContext('gc');

async function heapInUse(): Promise<number> {
  // What a first collection lets go of may hold more.
  for (let n = 0; n < 3; n += 1) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/** A store with a session that is closed; of every other generation its last host died before it had closed it. */
async function longHistory(): Promise<string> {
  const folder = await temporaryFolder();
  const { generation, digest } = CapabilitySet.empty();
  await using store = await StateStore.connect({
    backend: 'sqlite',
    location: join(folder, 'console.sqlite'),
  });
  await store.transact(async (transaction) => {
    const session = {
      format: 2,
      options: { workspace: '/' },
      stamp: { generation, digest },
      registryGeneration: null,
      binding: null,
      packages: [],
      createdAt: 1,
      closedAt: 2,
    };
    await transaction.put({ key: recordKey.session('side'), value: session });
    for (let n = 1; n <= GENERATIONS; n += 1) {
      const capabilities = [`${n} `.padEnd(SET_BYTES, 'x')];
      const value = {
        format: 2,
        set: JSON.stringify({ generation: n, useGeneration: null, capabilities }),
        digest,
        cause: 'Test',
        publishedAt: n,
        retiredAt: n,
        effectsClosed: n % 2 === 0 ? 0 : null,
        packages: [],
      };
      await transaction.put({ key: recordKey.generation('side', n), value });
    }
  });
  return folder;
}

it('a host keeps no set in memory of a generation that nobody uses', async () => {
  const folder = await longHistory();
  const before = await heapInUse();
  const page = await connectPage(
    await testHost({ store: { backend: 'sqlite', folder }, demo: null }),
  ).greeted();
  await page.until((now) => now.generations.every(({ effectsClosed }) => effectsClosed === 0));
  expect(page.state.generations.map(({ capabilityCount }) => capabilityCount)).toEqual(
    Array.from({ length: GENERATIONS }, () => 1),
  );
  expect((await heapInUse()) - before).toBeLessThan((GENERATIONS * SET_BYTES) / 4);
});
