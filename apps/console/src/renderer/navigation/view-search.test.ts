import { expect, it } from 'vitest';
import { readViewSearch } from './view-search.js';

it('reads the numbers of generations, typed as numbers or as text, and none else', () => {
  expect(readViewSearch({ generation: 3, from: '1', to: 0 })).toMatchObject({
    generation: 3,
    from: 1,
    to: 0,
  });
  const read = readViewSearch({ generation: -1, from: 1.5, to: 'two' });
  expect([read.generation, read.from, read.to]).toEqual([undefined, undefined, undefined]);
});

it('reads what an address says about a view, and leaves out what it cannot read', () => {
  expect(readViewSearch({ select: 'run:r-1', filter: 7, status: 'live', as: 'table' })).toMatchObject({
    select: 'run:r-1',
    filter: '7',
    status: 'live',
    as: 'table',
  });
  const read = readViewSearch({ select: { a: 1 }, filter: '', status: 'asleep', as: 1, sort: null });
  expect(Object.values(read).every((value) => value === undefined)).toBe(true);
});
