import { StateStore } from '@changeover/storage-kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TRANSCRIPT_ANSWER_MAX_LENGTH, TRANSCRIPT_READ_RECORDS } from '../limits.js';
import { recordKey } from '../records/record-keys.js';
import { readTranscript } from './read-transcript.js';

const { signal } = new AbortController();
const OF = { session: 'side', run: 'run-1' };

/** A store with a run and so many lines of its transcript, and a line of the run that sorts after it. */
async function storeWith(texts: readonly string[]): Promise<StateStore> {
  const store = await StateStore.connect({ backend: 'memory' });
  onTestFinished(() => store.close());
  await store.transact(async (transaction) => {
    for (const run of ['run-1', 'run-10']) {
      await transaction.put({ key: recordKey.run('side', run), value: { format: 1 } });
    }
    for (const [index, text] of texts.entries()) {
      const line = { sequence: index + 1, at: index, type: 'text', turn: 1, text };
      await transaction.put({ key: recordKey.transcript('run-1', index + 1), value: { format: 2, line } });
    }
    const other = { sequence: 1, at: 0, type: 'text', turn: 1, text: 'of another run' };
    await transaction.put({ key: recordKey.transcript('run-10', 1), value: { format: 2, line: other } });
  });
  return store;
}

const short = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`);

describe('reading a transcript', () => {
  it('goes forward from any line, and says when there is no more', async () => {
    const store = await storeWith(short(5));
    const first = await readTranscript(store, { ...OF, after: 0, limit: 3 }, { signal });
    expect(first.lines.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(first).toMatchObject({ next: 3, hasMore: true });
    const rest = await readTranscript(store, { ...OF, after: first.next, limit: 2 }, { signal });
    expect(rest.lines.map(({ sequence }) => sequence)).toEqual([4, 5]);
    expect(rest).toMatchObject({ next: 5, hasMore: false });
    expect(await readTranscript(store, { ...OF, after: 5, limit: 2 }, { signal })).toEqual({
      lines: [],
      next: 5,
      hasMore: false,
    });
  });

  it('reads a few records at a time', async () => {
    const store = await storeWith(short(TRANSCRIPT_READ_RECORDS + 1));
    const list = vi.spyOn(store, 'list');
    await readTranscript(store, { ...OF, after: 1, limit: 500 }, { signal });
    expect(list).toHaveBeenCalledTimes(1);
    await readTranscript(store, { ...OF, after: 0, limit: 500 }, { signal });
    expect(list).toHaveBeenCalledTimes(3);
    expect(list.mock.calls.every(([request]) => request.limit === TRANSCRIPT_READ_RECORDS)).toBe(true);
  });

  it('ends an answer early that is long enough, and goes on with the next', async () => {
    const overhead = JSON.stringify({ sequence: 1, at: 0, type: 'text', turn: 1, text: '' }).length;
    const half = 'x'.repeat(TRANSCRIPT_ANSWER_MAX_LENGTH / 2 - overhead);
    const store = await storeWith([half, half.slice(1), half, half]);
    const short = await readTranscript(store, { ...OF, after: 0, limit: 500 }, { signal });
    expect(short).toMatchObject({ lines: [{}, {}, {}], next: 3, hasMore: true });
    const exact = await readTranscript(store, { ...OF, after: 2, limit: 500 }, { signal });
    expect(exact).toMatchObject({ lines: [{}, {}], hasMore: false });
    const full = await storeWith([half, half, 'one more']);
    expect(await readTranscript(full, { ...OF, after: 0, limit: 500 }, { signal })).toMatchObject({
      lines: [{}, {}],
      next: 2,
      hasMore: true,
    });
  });

  it('gives at least one line, however long it is', async () => {
    const store = await storeWith(['x'.repeat(TRANSCRIPT_ANSWER_MAX_LENGTH + 1), 'next']);
    const first = await readTranscript(store, { ...OF, after: 0, limit: 2 }, { signal });
    expect(first).toMatchObject({ lines: [{ sequence: 1 }], next: 1, hasMore: true });
  });

  it('is refused for a run that the session does not have, and for a damaged line', async () => {
    const store = await storeWith(short(1));
    const other = { session: 'other', run: 'run-1', after: 0, limit: 1 };
    await expect(readTranscript(store, other, { signal })).rejects.toMatchObject({ code: 'unknown-run' });
    const key = recordKey.transcript('run-1', 1);
    await store.transact((transaction) => transaction.put({ key, value: { format: 2, line: {} } }));
    await expect(readTranscript(store, { ...OF, after: 0, limit: 1 }, { signal })).rejects.toMatchObject({
      code: 'damaged-record',
      details: { record: key.key },
    });
  });

  it('stops when the page takes its request back', async () => {
    const store = await storeWith(short(1));
    const taken = AbortSignal.abort(new Error('taken back'));
    await expect(readTranscript(store, { ...OF, after: 0, limit: 1 }, { signal: taken })).rejects.toThrow(
      'taken back',
    );
  });
});
