import { expect, test } from 'vitest';
import { progressAfterMs, progressLineMs, progressRewriteMs, workSliceMs } from './command-line-tuning.js';
import { Progress } from './progress.js';

/** Progress whose time goes on by hand. */
function progressAt(isTerminal: boolean) {
  let now = 0;
  const shown: string[] = [];
  const interruption = new AbortController();
  const clock = { now: () => now, sleep: async () => undefined };
  const display = { isTerminal, write: (text: string) => void shown.push(text) };
  const progress = new Progress({ clock, signal: interruption.signal, display });
  const work = async (ms: number, amount: number): Promise<void> => {
    now += ms;
    await progress.advance(amount);
  };
  return { progress, shown, work, interruption };
}

test('work that ends within a second says nothing', async () => {
  const { progress, shown, work } = progressAt(true);
  progress.begin('Reading', 'bytes', 100);
  await work(progressAfterMs - 1, 50);
  progress.end();
  expect(shown).toEqual([]);
});

test('on a terminal one line is rewritten with share and rate, and taken away at the end', async () => {
  const { progress, shown, work } = progressAt(true);
  progress.begin('Reading', 'bytes', 4096);
  await work(2000, 1024);
  await work(progressRewriteMs - workSliceMs, 0);
  await work(workSliceMs, 1024);
  progress.end();
  progress.end();
  expect(shown).toEqual([
    '\r\u001B[KReading: 1.0 KiB (25 %), 512 B per second',
    '\r\u001B[KReading: 2.0 KiB (50 %), 931 B per second',
    '\r\u001B[K',
  ]);
});

test('elsewhere there is a new line every few seconds', async () => {
  const { progress, shown, work } = progressAt(false);
  progress.begin('Importing', 'records');
  await work(progressAfterMs, 1);
  await work(progressLineMs - workSliceMs, 1);
  await work(workSliceMs, 4998);
  progress.end();
  expect(shown).toEqual([
    'Importing: 1 record, 1 record per second\n',
    'Importing: 5,000 records, 833 records per second\n',
  ]);
});

test('work that was interrupted ends within its slice of time', async () => {
  const { progress, work, interruption } = progressAt(false);
  progress.begin('Reading', 'bytes');
  interruption.abort(new Error('interrupted'));
  await work(workSliceMs - 1, 1);
  await expect(work(1, 1)).rejects.toThrow('interrupted');
});
