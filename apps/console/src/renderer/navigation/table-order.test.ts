import { expect, it } from 'vitest';
import { nextOrder, orderRows, readOrder } from './table-order.js';

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

it('orders rows by the column of the address, and leaves them where that is none of theirs', () => {
  const rows = [{ size: 2 }, { size: 1 }, { size: 3 }];
  const orders = { size: (a: { size: number }, b: { size: number }) => a.size - b.size };
  const sizes = (text: string | undefined): readonly number[] =>
    orderRows(rows, text, orders).map(({ size }) => size);
  expect(sizes('size')).toEqual([1, 2, 3]);
  expect(sizes('-size')).toEqual([3, 2, 1]);
  for (const text of [undefined, 'name', '__proto__', '-constructor']) expect(sizes(text)).toEqual([2, 1, 3]);
});
