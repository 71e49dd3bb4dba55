import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_LINES_MAX } from '../../../protocol/limits.js';
import type { TranscriptLine, TranscriptPage } from '../../../protocol/transcript.js';
import { RequestError } from '../../connection/request-error.js';
import { TranscriptReader } from './transcript-reader.js';

const lineOf = (sequence: number): TranscriptLine => ({
  sequence,
  at: sequence,
  type: 'text',
  turn: 1,
  text: `line ${sequence}`,
});

/** A run's transcript as a host keeps it, which gives its pages when the test says so. */
class Transcript {
  length: number;
  readonly asked: number[] = [];
  refusal: RequestError | null = null;
  #waiting: (() => void)[] = [];

  constructor(length: number) {
    this.length = length;
  }

  readonly read = async (
    { after, limit }: { after: number; limit: number },
    signal: AbortSignal,
  ): Promise<TranscriptPage> => {
    this.asked.push(after);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => reject(RequestError.of('aborted', 'taken back')));
    });
    if (this.refusal !== null) throw this.refusal;
    const count = Math.min(limit, this.length - after);
    const lines = Array.from({ length: count }, (_, index) => lineOf(after + index + 1));
    return { lines, next: after + count, hasMore: after + count < this.length };
  };

  /** Lets every question be answered that was asked, and those that follow, up to a number. */
  async answer(pages = 1): Promise<void> {
    for (let page = 0; page < pages; page += 1) {
      for (const go of this.#waiting.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

let transcript: Transcript;
let reader: TranscriptReader;
const view = () => reader.store.getState();
const start = (length: number): void => {
  transcript = new Transcript(length);
  reader = new TranscriptReader({ session: 'demo', run: 'r-1', read: transcript.read, now: () => 7 });
};

beforeEach(() => start(PAGE_LINES_MAX * 2 + 3));
afterEach(() => reader[Symbol.dispose]());

describe('reading a transcript', () => {
  it('goes forward one page at a time, as it is asked', async () => {
    reader.more();
    reader.more();
    expect([view().since, view().isRead]).toEqual([7, false]);
    await transcript.answer();
    expect([view().lines.length, view().hasMore, view().since]).toEqual([PAGE_LINES_MAX, true, null]);
    expect(transcript.asked).toEqual([0]);
    reader.more();
    await transcript.answer();
    reader.more();
    await transcript.answer();
    expect(view().hasMore).toBe(false);
    expect(view().lines.map((line) => line.sequence)).toEqual(
      Array.from({ length: transcript.length }, (_, index) => index + 1),
    );
    reader.more();
    expect(transcript.asked).toEqual([0, PAGE_LINES_MAX, PAGE_LINES_MAX * 2]);
  });

  it('goes to the end of a long one, and stops where somebody stops it', async () => {
    reader.more();
    reader.toEnd();
    await transcript.answer(1);
    expect(view().since).toBe(7);
    reader.stop();
    expect(view().since).toBeNull();
    await transcript.answer(2);
    expect([view().lines.length, view().hasMore, view().since, view().error]).toEqual([
      PAGE_LINES_MAX,
      true,
      null,
      null,
    ]);
    reader.toEnd();
    reader.stop();
    reader.toEnd();
    await transcript.answer(2);
    expect([view().lines.length, view().hasMore]).toEqual([transcript.length, false]);
  });

  it('reads what a live run adds, and does not miss what came while it read', async () => {
    start(2);
    reader.more();
    await transcript.answer();
    transcript.length = 3;
    reader.look();
    expect(view().since).toBeNull();
    transcript.length = 4;
    reader.look();
    await transcript.answer();
    transcript.length = 5;
    await transcript.answer();
    expect(view().lines.map((line) => line.sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(transcript.asked).toEqual([0, 2, 4]);
  });

  it('does not look before there is something to add to', async () => {
    reader.look();
    expect(transcript.asked).toEqual([]);
    reader.more();
    await transcript.answer();
    reader.look();
    expect(transcript.asked).toEqual([0]);
  });

  it('keeps what it has when a page is refused, says why, and reads on afterwards', async () => {
    reader.more();
    await transcript.answer();
    transcript.refusal = RequestError.of('disconnected', 'The host went away.');
    reader.toEnd();
    await transcript.answer();
    expect([view().lines.length, view().error?.code, view().since]).toEqual([
      PAGE_LINES_MAX,
      'disconnected',
      null,
    ]);
    transcript.refusal = null;
    reader.toEnd();
    expect(view().error).toBeNull();
    await transcript.answer(2);
    expect(view().hasMore).toBe(false);
  });

  it('takes a page that leads nowhere for the last one', async () => {
    reader = new TranscriptReader({
      session: 'demo',
      run: 'r-1',
      now: () => 7,
      read: async () => ({ lines: [], next: 0, hasMore: true }),
    });
    reader.toEnd();
    await new Promise((resolve) => setImmediate(resolve));
    expect(view()).toMatchObject({ lines: [], isRead: true, hasMore: false, since: null });
  });
});
