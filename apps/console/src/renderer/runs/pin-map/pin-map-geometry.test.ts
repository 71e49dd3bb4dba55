import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Generation } from '../../../protocol/generation.js';
import type { Run } from '../../../protocol/run.js';
import { aFinishedRun, aGeneration, aRun } from '../../test-state/builders.js';
import { GENERATIONS_MAX, RUNS_PER_GENERATION } from './limits.js';
import { type Place, pinMapGeometry } from './pin-map-geometry.js';
import { pinSummary } from './pin-summary.js';

const WIDTH = 1_000;
const old = aGeneration({ generation: 6, state: 'draining' });
const current = aGeneration({ generation: 7 });
const many = (count: number, generation: number): readonly Run[] =>
  Array.from({ length: count }, (_, index) =>
    aRun({ id: `r-${generation}-${index}`, generation, admittedAt: 1_000 - index }),
  );
const map = (runs: readonly Run[], generations: readonly Generation[] = [old, current]) =>
  pinMapGeometry(runs, generations, WIDTH);
const ids = (runs: readonly Run[]): readonly string[] => runs.map((run) => run.id);

describe('the pin map', () => {
  it('has the old generation above the current one, each beside the runs that hold it, the oldest first', () => {
    const { sessions, lines, runCount } = map([...many(2, 7), ...many(3, 6)]);
    expect(sessions.map((session) => session.session)).toEqual(['demo']);
    const [first, second] = sessions[0]?.generations ?? [];
    expect([first?.generation.generation, second?.generation.generation]).toEqual([6, 7]);
    expect(first?.nodes.map((node) => ids(node.runs))).toEqual([['r-6-2'], ['r-6-1'], ['r-6-0']]);
    expect([first?.pins, first?.since]).toEqual([3, 998]);
    expect([lines.length, runCount]).toEqual([5, 5]);
  });

  it('shows the current generation though nobody holds it, and leaves out what nobody holds any more', () => {
    const retired = aGeneration({ generation: 5, state: 'retired' });
    const { sessions } = map(
      [...many(1, 6), aFinishedRun({ id: 'done', generation: 5 })],
      [retired, old, current],
    );
    const shown = sessions[0]?.generations.map((node) => [node.generation.generation, node.pins, node.since]);
    expect(shown).toEqual([
      [6, 1, 1_000],
      [7, 0, null],
    ]);
  });

  it('begins with the sessions in which an old generation is held, and leaves out those without a live run', () => {
    const generations = ['quiet', 'calm', 'late'].map((session) => aGeneration({ session, generation: 1 }));
    const late = aGeneration({ session: 'late', generation: 0, state: 'draining' });
    const runs = [
      aRun({ id: 'a', session: 'calm', generation: 1 }),
      aRun({ id: 'b', session: 'late', generation: 0 }),
    ];
    expect(map(runs, [...generations, late]).sessions.map((item) => item.session)).toEqual(['late', 'calm']);
  });

  it.each([
    [RUNS_PER_GENERATION, RUNS_PER_GENERATION, 0],
    [RUNS_PER_GENERATION + 1, RUNS_PER_GENERATION, 2],
    [200, RUNS_PER_GENERATION, 200 - RUNS_PER_GENERATION + 1],
  ])('draws %d runs of one generation in %d places, %d of them together', (count, places, groupedCount) => {
    const { sessions, lines, ...rest } = map(many(count, 6));
    const nodes = sessions[0]?.generations[0]?.nodes ?? [];
    expect([nodes.length, rest.groupedCount, rest.runCount]).toEqual([places, groupedCount, count]);
    expect(lines.reduce((sum, line) => sum + line.count, 0)).toBe(count);
  });

  it.each([
    [GENERATIONS_MAX, 0],
    [GENERATIONS_MAX + 1, 1],
  ])('has room for some generations: of %d it leaves out %d', (count, leftOut) => {
    const generations = Array.from({ length: count }, (_, index) =>
      aGeneration({ generation: index, state: 'draining' }),
    );
    const runs = generations.map(({ generation }) => aRun({ id: `r-${generation}`, generation }));
    expect(map(runs, generations).leftOut).toBe(leftOut);
  });

  it('lets nothing lie on anything else, and no line cross another, whoever holds what', () => {
    const held = fc.record({
      session: fc.constantFrom('demo', 'ops', 'night'),
      generation: fc.integer({ min: 0, max: 3 }),
      admittedAt: fc.nat(1_000),
    });
    fc.assert(
      fc.property(
        fc.array(held, { maxLength: 60 }),
        fc.integer({ min: 480, max: 1_600 }),
        (drafts, width) => {
          const generations = ['demo', 'ops', 'night'].flatMap((session) =>
            [0, 1, 2, 3].map((generation) =>
              aGeneration({ session, generation, state: generation === 3 ? 'current' : 'draining' }),
            ),
          );
          const runs = drafts.map((draft, index) => aRun({ ...draft, id: `r-${index}` }));
          const { sessions, lines, height, runCount } = pinMapGeometry(runs, generations, width);
          const right = sessions.flatMap((session) => session.generations.map((node) => node.place));
          const left = sessions.flatMap((session) =>
            session.generations.flatMap((node) => node.nodes.map((item) => item.place)),
          );
          for (const column of [left, right]) expect(overlaps(column)).toBe(false);
          for (const { y, height: own, x, width: wide } of [...left, ...right]) {
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y + own).toBeLessThanOrEqual(height + 1e-9);
            expect(x + wide).toBeLessThanOrEqual(width + 1e-9);
          }
          expect(runCount).toBe(runs.length);
          const ends = lines.map((line) => endsOf(line.path));
          for (const [index, end] of ends.slice(1).entries()) {
            expect(end[0]).toBeGreaterThan(ends[index]?.[0] ?? 0);
            expect(end[1]).toBeGreaterThan(ends[index]?.[1] ?? 0);
          }
        },
      ),
    );
  });
});

describe('the answer at one look', () => {
  it('counts who is on an old generation, and says since when the oldest is', () => {
    const summary = pinSummary(
      [...many(2, 6), ...many(1, 7), aFinishedRun({ generation: 6 })],
      [old, current],
    );
    expect(summary).toEqual({ live: 3, onOld: 2, oldestSince: 999 });
    expect(pinSummary(many(1, 7), [old, current])).toEqual({ live: 1, onOld: 0, oldestSince: null });
  });
});

function overlaps(places: readonly Place[]): boolean {
  return places
    .slice(1)
    .some((place, index) => place.y < (places[index]?.y ?? 0) + (places[index]?.height ?? 0));
}

/** Heights at which a line begins and ends. */
function endsOf(path: string): readonly [number, number] {
  const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number);
  return [numbers[1] ?? Number.NaN, numbers.at(-1) ?? Number.NaN];
}
