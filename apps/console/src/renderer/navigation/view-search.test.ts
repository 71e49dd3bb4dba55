import { expect, it } from 'vitest';
import { readViewSearch } from './view-search.js';

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
