import { expect, it } from 'vitest';
import { startChanges } from './start-changes.js';

const start = { command: ['node', 'a b.js'], env: { EDITION: 'in pencil', SAME: '1' }, cwd: null };

it('names what is different about a start, old beside new', () => {
  const next = { command: ['node', 'b.js'], env: { EDITION: '', SAME: '1', NEW: '2' }, cwd: 'data' };
  expect(startChanges(start, next)).toEqual([
    { what: 'command line', before: "node 'a b.js'", after: 'node b.js' },
    { what: 'folder', before: null, after: 'data' },
    { what: 'EDITION', before: "'in pencil'", after: "''" },
    { what: 'NEW', before: null, after: '2' },
  ]);
});

it('is all there is where the server is new or gone, and nothing where it is the same', () => {
  expect(startChanges(null, start).map(({ what, before }) => [what, before])).toEqual([
    ['command line', null],
    ['EDITION', null],
    ['SAME', null],
  ]);
  expect(startChanges(start, null).every(({ after }) => after === null)).toBe(true);
  expect(startChanges(start, { ...start })).toEqual([]);
});
