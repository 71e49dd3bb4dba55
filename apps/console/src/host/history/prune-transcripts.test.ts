import { StateStore } from '@changeover/storage-kit';
import { expect, it } from 'vitest';
import { TRANSCRIPT_AGE_MAX_MS } from '../limits.js';
import { recordKey } from '../records/record-keys.js';
import { pruneTranscripts } from './prune-transcripts.js';

const NOW = 2 * TRANSCRIPT_AGE_MAX_MS;
const LINE_BYTES = JSON.stringify('x'.repeat(98)).length;

async function storeWithTranscripts(linesOfRun: Readonly<Record<string, number>>): Promise<StateStore> {
  const store = await StateStore.connect({ backend: 'memory' });
  for (const [run, lines] of Object.entries(linesOfRun)) {
    for (let sequence = 1; sequence <= lines; sequence += 1) {
      await store.transact((transaction) =>
        transaction.put({ key: recordKey.transcript(run, sequence), value: 'x'.repeat(98) }),
      );
    }
  }
  return store;
}

async function hasTranscript(store: StateStore, run: string): Promise<boolean> {
  return (await store.load(recordKey.transcript(run, 1))) !== undefined;
}

const pruning = { now: NOW, signal: new AbortController().signal };

it('deletes the transcript of a run that ended too long ago, and keeps one at the limit', async () => {
  await using store = await storeWithTranscripts({ old: 2, limit: 2, live: 2 });
  const runs = [
    { id: 'old', endedAt: NOW - TRANSCRIPT_AGE_MAX_MS - 1 },
    { id: 'limit', endedAt: NOW - TRANSCRIPT_AGE_MAX_MS },
    { id: 'live', endedAt: null },
  ];
  expect(await pruneTranscripts(store, runs, pruning)).toBe(1);
  expect(await hasTranscript(store, 'old')).toBe(false);
  expect(await hasTranscript(store, 'limit')).toBe(true);
  expect(await hasTranscript(store, 'live')).toBe(true);
});

it('deletes the oldest transcripts while all together are larger than the limit', async () => {
  await using store = await storeWithTranscripts({ first: 1, second: 1, third: 1 });
  const runs = ['first', 'second', 'third'].map((id, index) => ({ id, endedAt: NOW + index }));
  const all = { ...pruning, maxBytes: 3 * LINE_BYTES };
  expect(await pruneTranscripts(store, runs, all)).toBe(0);
  expect(await pruneTranscripts(store, runs, { ...pruning, maxBytes: 3 * LINE_BYTES - 1 })).toBe(1);
  expect(await hasTranscript(store, 'first')).toBe(false);
  expect(await hasTranscript(store, 'second')).toBe(true);
});

it('counts only the runs whose transcript was still there', async () => {
  await using store = await storeWithTranscripts({ kept: 1 });
  const runs = [
    { id: 'kept', endedAt: NOW },
    { id: 'gone', endedAt: 0 },
  ];
  expect(await pruneTranscripts(store, runs, pruning)).toBe(0);
});

it('stops when it is told to', async () => {
  await using store = await storeWithTranscripts({ old: 1 });
  const stopped = { ...pruning, signal: AbortSignal.abort() };
  expect(await pruneTranscripts(store, [{ id: 'old', endedAt: 0 }], stopped)).toBe(0);
  expect(await hasTranscript(store, 'old')).toBe(true);
});
