import { StateStore } from '@changeover/storage-kit';
import { expect, it, vi } from 'vitest';
import { TRANSCRIPT_AGE_MAX_MS, TRANSCRIPTS_MAX_BYTES } from '../limits.js';
import { recordKey, recordPrefix } from '../records/record-keys.js';
import { listRecords } from '../store/list-records.js';
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

/** How many lines a run has that say what it did, and whether one says that they were deleted. */
async function transcriptOf(store: StateStore, run: string): Promise<{ lines: number; isCut: boolean }> {
  let lines = 0;
  let isCut = false;
  for await (const { record } of listRecords(store, recordPrefix.transcriptOf(run))) {
    if (typeof record.value === 'string') lines += 1;
    else isCut = true;
  }
  return { lines, isCut };
}

const WHOLE = { lines: 2, isCut: false };
const CUT = { lines: 0, isCut: true };

const pruning = { now: NOW, signal: new AbortController().signal };

it('deletes the transcript of a run that ended too long ago but for a line that says so, and keeps one at the limit', async () => {
  await using store = await storeWithTranscripts({ old: 2, limit: 2, live: 2 });
  const runs = [
    { id: 'old', endedAt: NOW - TRANSCRIPT_AGE_MAX_MS - 1 },
    { id: 'limit', endedAt: NOW - TRANSCRIPT_AGE_MAX_MS },
    { id: 'live', endedAt: null },
  ];
  expect(await pruneTranscripts(store, runs, pruning)).toBe(1);
  expect(await transcriptOf(store, 'old')).toEqual(CUT);
  expect(await transcriptOf(store, 'limit')).toEqual(WHOLE);
  expect(await transcriptOf(store, 'live')).toEqual(WHOLE);
  expect(await pruneTranscripts(store, runs, pruning)).toBe(0);
  expect(await transcriptOf(store, 'old')).toEqual(CUT);
});

it('deletes the oldest transcripts while all together are larger than the limit', async () => {
  await using store = await storeWithTranscripts({ first: 2, second: 2, third: 2 });
  const runs = ['first', 'second', 'third'].map((id, index) => ({ id, endedAt: NOW + index }));
  const all = { ...pruning, maxBytes: 6 * LINE_BYTES };
  expect(await pruneTranscripts(store, runs, all)).toBe(0);
  expect(await pruneTranscripts(store, runs, { ...pruning, maxBytes: 6 * LINE_BYTES - 1 })).toBe(1);
  expect(await transcriptOf(store, 'first')).toEqual(CUT);
  expect(await transcriptOf(store, 'second')).toEqual(WHOLE);
});

it('leaves no transcript that is deleted in part, whenever its host ends', async () => {
  await using store = await storeWithTranscripts({ old: 3 });
  const transact = store.transact.bind(store);
  vi.spyOn(store, 'transact')
    .mockImplementationOnce(transact)
    .mockRejectedValue(new Error('The host was killed'));
  await pruneTranscripts(store, [{ id: 'old', endedAt: 0 }], pruning).catch(() => undefined);
  expect(await transcriptOf(store, 'old')).toEqual(CUT);
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
  expect(await transcriptOf(store, 'old')).toEqual({ lines: 1, isCut: false });
});

it('keeps what is exactly as large as the limit, and deletes the oldest of what is larger by one line', {
  timeout: 60_000,
}, async () => {
  const text = 'x'.repeat(4 * 1024 * 1024 - 2);
  const lines = TRANSCRIPTS_MAX_BYTES / Buffer.byteLength(JSON.stringify(text));
  const runs = [
    { id: 'large', endedAt: NOW },
    { id: 'small', endedAt: NOW - 1 },
  ];
  await using store = await storeWithTranscripts({ small: 1 });
  const list = store.list.bind(store);
  // So much would not fit into a test's memory: one line stands for all of the large run's.
  vi.spyOn(store, 'list').mockImplementation(async (request, options) => {
    if (request.prefix !== recordPrefix.transcriptOf('large')) return list(request, options);
    const line = { record: { key: recordKey.transcript('large', 1), value: text }, revision: 1 };
    return { snapshots: Array.from({ length: lines }, () => line) };
  });
  expect(await pruneTranscripts(store, runs.slice(0, 1), pruning)).toBe(0);
  expect(await pruneTranscripts(store, runs, pruning)).toBe(1);
  expect(await transcriptOf(store, 'small')).toEqual(CUT);
});
