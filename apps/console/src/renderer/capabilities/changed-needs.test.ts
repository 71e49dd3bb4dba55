import { expect, it } from 'vitest';
import { changedNeeds } from './changed-needs.js';

it('says what is needed anew, what no longer, and how much as before', () => {
  expect(changedNeeds(['a', 'b'], ['b', 'c', 'd'])).toEqual({ added: ['c', 'd'], removed: ['a'], kept: 1 });
  expect(changedNeeds([], [])).toEqual({ added: [], removed: [], kept: 0 });
});
