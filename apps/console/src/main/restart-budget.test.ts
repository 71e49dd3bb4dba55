import { expect, test } from 'vitest';
import { RestartBudget } from './restart-budget.js';

test('a budget allows its maximum within the window and refuses the next one', () => {
  const budget = new RestartBudget(2, 1_000);
  expect([budget.take(0), budget.take(10), budget.take(20)]).toEqual([true, true, false]);
});

test('a restart is given back when the window has passed over it', () => {
  const budget = new RestartBudget(2, 1_000);
  budget.take(0);
  budget.take(500);
  expect(budget.take(999)).toBe(false);
  expect(budget.take(1_000)).toBe(true);
  expect(budget.take(1_001)).toBe(false);
});
