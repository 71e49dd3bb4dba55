// node large-store-process.mjs <step> <folder>: does one step with a store of 100,000 records and prints what it measured.
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { StateStore, stateKey } from '../../../../packages/storage-kit/dist/index.js';
import { timed } from '../../measure.mjs';
import { freshValue, keyOf } from './records.mjs';

const records = 100_000;
const dataBytes = records * 1024;
const namespace = 'bench';
const [step, folder] = process.argv.slice(2);
const location = join(folder, 'large.sqlite');
const before = memory();
let store;
const openMs = await timed(async () => {
  store = await StateStore.connect({ backend: 'sqlite', location });
});

const steps = {
  async fill() {
    for (let from = 0; from < records; from += 1000) {
      await Promise.all(Array.from({ length: 1000 }, (_, index) => commit(from + index)));
    }
    const closeMs = await timed(() => store.close());
    return { 'close, ms': closeMs };
  },

  async open() {
    const times = (memory() - before) / dataBytes;
    const listMs = await timed(listAll);
    await store.close();
    return {
      'open after a clean close, ms': openMs,
      'memory after opening, times the data': times,
      'list of all records, ms': listMs,
    };
  },

  /** Writes until a checkpoint has come and gone, with a watch beside it; then leaves a full journal behind. */
  async use() {
    const abort = new AbortController();
    let seen = 0;
    const watching = (async () => {
      for await (const _ of store.watch({ namespace, signal: abort.signal })) seen += 1;
    })().catch(() => undefined);
    const { checkpoints } = await store.stats();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    let commits = 0;
    let inCheckpoint = 0;
    let stats = await store.stats();
    for (let rotated = false; stats.checkpoints === checkpoints; ) {
      await Promise.all(Array.from({ length: 16 }, () => commit(commits++ % records)));
      const next = await store.stats();
      // The journal grows to its bound; what is committed from there on is committed beside the checkpoint.
      if (!rotated && next.journalBytes > 60e6) {
        rotated = true;
        delay.enable();
      }
      if (rotated) inCheckpoint += 16;
      stats = next;
    }
    delay.disable();
    const longestMs = delay.max / 1e6;
    while ((await store.stats()).journalBytes < 50e6) {
      await Promise.all(Array.from({ length: 64 }, () => commit(commits++ % records)));
    }
    const missed = commits - seen;
    abort.abort();
    await watching;
    return {
      'longest block of the event loop in a checkpoint, ms': longestMs,
      'commits beside a checkpoint, ': inCheckpoint,
      'changes that a watch missed, ': Math.max(0, missed - 64),
    };
  },

  async 'open-journal'() {
    const { journalBytes } = await store.stats();
    return { 'open with a full journal, ms': openMs, 'full journal, MB': journalBytes / 1e6 };
  },
};

process.stdout.write(JSON.stringify(await steps[step]()));
// Without a close: what is not closed leaves its journal to the next opening.
process.exit(0);

async function commit(index) {
  const transaction = await store.beginTransaction();
  await transaction.put({ key: stateKey(namespace, keyOf(index)), value: freshValue() });
  await transaction.commit();
}

async function listAll() {
  let after;
  do {
    const page = await store.list({ namespace, limit: 1000, after });
    after = page.next;
  } while (after !== undefined);
}

function memory() {
  globalThis.gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return Math.max(process.memoryUsage().rss, heapUsed + external + arrayBuffers);
}
