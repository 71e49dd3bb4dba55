import { expect, it } from 'vitest';
import { MAX_CLASHING_PATHS } from './limits.js';
import { refuseClashes } from './name-clashes.js';
import { ItemReport } from './package-item.js';

const named = (count: number) =>
  Array.from({ length: count }, (_, n) => new ItemReport('skill', `skills/${n}/SKILL.md`).loaded('notes', n));

it.each([
  [MAX_CLASHING_PATHS, /9\/SKILL\.md\.$/],
  [MAX_CLASHING_PATHS + 1, /9\/SKILL\.md and 1 more\.$/],
  [5_000, /9\/SKILL\.md and 4990 more\.$/],
])('of %i items of one name, each names some of the others', (count, reason) => {
  const refused = refuseClashes(named(count), () => 'notes');
  expect(refused).toHaveLength(count);
  for (const { item, value } of refused) {
    expect([value, item.outcome]).toEqual([null, 'skipped']);
    expect(item.diagnostics.at(-1)?.reason).toMatch(reason);
  }
});
