import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../src/contract/clock.js';
import { nodeFileLayer } from '../src/files/node-file-layer.js';
import { StateStore } from '../src/index.js';
import { foldInWorker } from '../src/journal/fold-in-worker.js';
import { openOnFile } from '../src/journal/open-on-file.js';
import { storePaths } from '../src/journal/store-paths.js';
import { systemSurroundings } from '../src/journal/system-surroundings.js';
import { checkpointTimeoutMs, defaultMaxStoreBytes, maxExportBytes } from '../src/limits.js';
import { loadEngine } from '../src/sqlite/sqlite-engine.js';
import type { SnapshotStore } from '../src/transaction/snapshot-store.js';
import { compiledModules } from './compiled-modules.js';
import { commitValue, readValue, testKey } from './disk-store.js';
import { temporaryLocation } from './temporary-folder.js';

const mebibyte = 'x'.repeat(1024 * 1024);
const grownRecords = Math.ceil(maxExportBytes / mebibyte.length) + 1;

function open(location: string, checkpointWorker?: string): Promise<SnapshotStore> {
  const options = { location, checkpointWorker, maxBytes: defaultMaxStoreBytes };
  return openOnFile(options, systemClock, { ...systemSurroundings, checkpointBytes: 1024 * 1024 });
}

/** Commits more at once than is exported on the store's own thread, then waits for a checkpoint or its failure. */
async function grow(store: SnapshotStore): Promise<void> {
  const { checkpoints } = await store.stats();
  const transaction = await store.beginTransaction();
  for (let number = 0; number < grownRecords; number += 1) {
    await transaction.put({ key: testKey(`grown-${number}`), value: mebibyte });
  }
  await transaction.commit();
  await expect
    .poll(
      async () => {
        const stats = await store.stats();
        return stats.checkpoints > checkpoints || stats.checkpointFailure !== undefined;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

async function workerModule(): Promise<string> {
  return join(await compiledModules(), 'journal/checkpoint-worker.js');
}

test('a large store is folded in a thread of its own while commits go on, and has every one of them afterwards', async () => {
  const location = await temporaryLocation();
  const store = await open(location, await workerModule());
  await grow(store);
  await commitValue(store, 'last', 'written beside the checkpoint');
  const { revision, checkpointFailure } = await store.stats();
  expect(checkpointFailure).toBeUndefined();
  await store.close();
  const again = await StateStore.connect({ backend: 'sqlite', location });
  expect(await readValue(again, 'last')).toBe('written beside the checkpoint');
  expect(await again.stats()).toMatchObject({ revision, journalBytes: 0 });
  for (let number = 0; number < grownRecords; number += 1) {
    expect(await readValue(again, `grown-${number}`)).toBe(mebibyte);
  }
  await again.close();
});

test('where the module of the thread is not found, the journal is folded all the same', async () => {
  const store = await open(await temporaryLocation(), '/nowhere/checkpoint-worker.js');
  await grow(store);
  expect((await store.stats()).checkpointFailure).toBeUndefined();
  await store.close();
});

test('a thread that ends without a snapshot costs nothing: the journal has every commit, and the next opening folds it', async () => {
  const location = await temporaryLocation();
  const worker = join(await temporaryLocation(), '../ends-early.mjs');
  await writeFile(
    worker,
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('started'); process.exit(7);",
  );
  const store = await open(location, worker);
  await grow(store);
  expect((await store.stats()).checkpointFailure).toMatch(/ended with code 7/);
  await commitValue(store, 'last', 1);
  const { revision } = await store.stats();
  await expect(store.close()).rejects.toMatchObject({ code: 'io' });
  const again = await StateStore.connect({ backend: 'sqlite', location });
  expect((await again.stats()).revision).toBe(revision);
  expect(await readValue(again, 'last')).toBe(1);
  await again.close();
});

test('a thread that does not come to an end in its time is ended', async () => {
  const location = await temporaryLocation();
  const worker = join(await temporaryLocation(), '../never-ends.mjs');
  await writeFile(
    worker,
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('started'); setInterval(() => {}, 1000);",
  );
  const engine = await loadEngine(undefined);
  const paths = await storePaths(location, nodeFileLayer);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folding = foldInWorker({
    firstSegment: 2,
    revision: 1,
    files: nodeFileLayer,
    paths,
    engine,
    wasmBinary: undefined,
    checkpointWorker: worker,
  });
  let settled = false;
  const outcome = expect(folding.finally(() => (settled = true))).rejects.toMatchObject({
    code: 'io',
    message: `The checkpoint did not end within ${checkpointTimeoutMs} ms`,
  });
  await vi.advanceTimersByTimeAsync(checkpointTimeoutMs - 1);
  expect(settled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

test('a snapshot that is damaged while the store runs is not replaced by less than was committed', async () => {
  const location = await temporaryLocation();
  const store = await open(location, await workerModule());
  await commitValue(store, 'first', 1);
  await grow(store);
  const sound = await readFile(location);
  await writeFile(location, sound.subarray(0, 100));
  await grow(store);
  const { checkpointFailure } = await store.stats();
  expect(checkpointFailure).toContain(`${location} is damaged`);
  await writeFile(location, sound);
  await store.close();
  const again = await StateStore.connect({ backend: 'sqlite', location });
  expect(await readValue(again, 'first')).toBe(1);
  await again.close();
});
