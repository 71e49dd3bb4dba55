import { expect, it } from 'vitest';
import { nextOrder, readOrder } from './table-order.js';

it('goes from no order over ascending and descending back to none, and starts anew at another column', () => {
  expect(nextOrder(undefined, 'name')).toBe('name');
  expect(nextOrder('name', 'name')).toBe('-name');
  expect(nextOrder('-name', 'name')).toBeUndefined();
  expect(nextOrder('-name', 'kind')).toBe('kind');
});

it('reads an order out of an address, and none out of what is none', () => {
  expect(readOrder('name')).toEqual({ id: 'name', desc: false });
  expect(readOrder('-name')).toEqual({ id: 'name', desc: true });
  expect([readOrder(undefined), readOrder(''), readOrder('-')]).toEqual([null, null, null]);
});
