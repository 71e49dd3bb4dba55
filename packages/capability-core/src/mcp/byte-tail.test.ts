import { expect, it } from 'vitest';
import { ByteTail } from './byte-tail.js';

it('keeps the last bytes up to its bound', () => {
  const tail = new ByteTail(6);
  tail.push(Buffer.from('ab\n'));
  expect(tail.text).toBe('ab');
  tail.push(Buffer.from('cde'));
  expect(tail.text).toBe('ab\ncde');
  tail.push(Buffer.from('f'));
  expect(tail.text).toBe('b\ncdef');
  tail.push(Buffer.from('0123456789'));
  expect(tail.text).toBe('456789');
});
