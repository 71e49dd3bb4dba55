import { expect, test } from 'vitest';
import { maxCachedRecordBytes } from '../limits.js';
import { RecordCache } from './record-cache.js';

const record = (key: string, characters: number) => ({ key, text: 'x'.repeat(characters), revision: 1 });

test('what was used longest ago makes room, and the bytes are those of what is left', () => {
  const cache = new RecordCache(3 * (200 + 2 * (1 + 100)));
  for (const id of ['a', 'b', 'c']) cache.set(id, record(id, 100));
  expect(cache.get('a')?.key).toBe('a');
  cache.set('d', record('d', 100));
  expect(['a', 'b', 'c', 'd'].map((id) => cache.get(id)?.key)).toEqual(['a', undefined, 'c', 'd']);
  expect(cache.bytes).toBe(3 * (200 + 2 * (1 + 100)));
});

test('a record that is set again takes the place of the earlier one, and a deleted one is gone', () => {
  const cache = new RecordCache(10_000);
  cache.set('a', record('a', 100));
  cache.set('a', record('a', 10));
  expect(cache.get('a')?.text).toHaveLength(10);
  cache.delete('a');
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test('a record of the greatest size is kept, and one that is larger is not', () => {
  const characters = (maxCachedRecordBytes - 200) / 2 - 1;
  const cache = new RecordCache(10 * maxCachedRecordBytes);
  cache.set('a', record('a', characters));
  cache.set('b', record('b', characters + 1));
  expect(cache.bytes).toBe(maxCachedRecordBytes);
  expect([cache.get('a')?.key, cache.get('b')?.key]).toEqual(['a', undefined]);
});

test('a record that nobody reads is not kept when it is written, one that is read is', () => {
  const cache = new RecordCache(10_000);
  cache.replace('a', record('a', 10));
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', record('a', 10));
  cache.replace('a', record('a', 20));
  expect(cache.get('a')?.text).toHaveLength(20);
});
