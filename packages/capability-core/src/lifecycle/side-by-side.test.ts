import { expect, it } from 'vitest';
import { reactions } from '../testing/reactions.js';
import { sideBySide } from './side-by-side.js';

it('begins in order, works on no more than so many at once, and gives results in order whoever ends first', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all = sideBySide(['a', 'b', 'c'], 2, async (item) => {
    begun.push(item);
    await new Promise<void>((resolve) => ends.set(item, resolve));
    return item.toUpperCase();
  });
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  await reactions();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const item of ['c', 'a']) ends.get(item)?.();
  expect(await all).toEqual(['A', 'B', 'C']);
});

it('is over at once with nothing to do', async () => {
  expect(await sideBySide([], 8, async () => 1)).toEqual([]);
});

it('rejects with what work rejects with', async () => {
  await expect(sideBySide([1, 2], 1, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
});
