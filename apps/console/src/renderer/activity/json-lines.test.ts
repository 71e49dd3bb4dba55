import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACTIVITY_ACTORS, ACTIVITY_OUTCOMES } from '../../protocol/activity.js';
import { anActivity } from '../test-state/activity-builders.js';
import { jsonLines } from './json-lines.js';

it('writes one object per line, with nothing lost and no line broken, whatever a text holds', () => {
  const text = fc.oneof(fc.string(), fc.constant('two\nlines\r\u2028"quoted"'));
  const activity = fc.record({
    sequence: fc.nat(),
    at: fc.integer({ min: 0, max: 4e12 }),
    actor: fc.constantFrom(...ACTIVITY_ACTORS),
    command: text,
    target: text,
    outcome: fc.constantFrom(...ACTIVITY_OUTCOMES),
    durationMs: fc.option(fc.nat()),
    reason: fc.option(text),
    detail: fc.option(text),
  });
  fc.assert(
    fc.property(fc.array(activity, { maxLength: 8 }), (lines) => {
      const written = jsonLines(lines);
      const read = written
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(read).toEqual(lines.map(({ at, ...line }) => ({ time: new Date(at).toISOString(), ...line })));
    }),
  );
});

it('ends each line, and writes nothing for nothing', () => {
  expect(jsonLines([])).toBe('');
  const written = jsonLines([anActivity({ sequence: 2 }), anActivity({ sequence: 1 })]);
  expect(written.split('\n')).toHaveLength(3);
  expect(written.startsWith('{"time":"2026-11-30T09:26:02.000Z","sequence":2,')).toBe(true);
});
