import { expect, it } from 'vitest';
import { formatSort, parseSort } from './sort-order.js';

it('writes the order of a table into the address, and reads it again', () => {
  for (const order of [[], [{ id: 'run', desc: false }], [{ id: 'admitted', desc: true }]]) {
    expect(parseSort(formatSort(order))).toEqual(order);
  }
  expect(formatSort([{ id: 'admitted', desc: true }])).toBe('-admitted');
  expect([parseSort(''), parseSort('-')]).toEqual([[], []]);
});
