import { describe, expect, it } from 'vitest';
import { aBatch, aCapability, aFinishedRun, aGeneration, aRun } from '../test-state/builders.js';
import { NOW } from '../test-state/moments-and-digests.js';
import { BANDS_MAX, LANES_PER_BAND_MAX, LIVE_BANDS_MAX } from './limits.js';
import { reelGeometry } from './reel-geometry.js';
import type { ReelInput } from './reel-model.js';

const minutesAgo = (minutes: number): number => NOW - minutes * 60_000;

function input(change: Partial<ReelInput> = {}): ReelInput {
  return { generations: [], runs: [], batch: null, now: NOW, from: null, width: 1_000, ...change };
}

const retired = aGeneration({
  generation: 5,
  state: 'retired',
  publishedAt: minutesAgo(45),
  retiredAt: minutesAgo(28),
});
const draining = aGeneration({ generation: 6, state: 'draining', publishedAt: minutesAgo(35), pins: 1 });
const current = aGeneration({ generation: 7, publishedAt: minutesAgo(22) });
const generations = [retired, draining, current];

describe('reelGeometry', () => {
  it('keeps a band bold until the next publication, and thin until it retires', () => {
    const reel = reelGeometry(input({ generations }));
    const [five, six, seven] = reel.bands;
    expect(five?.currentX1).toBe(six?.x0);
    expect(five?.x1).toBeGreaterThan(five?.currentX1 ?? 0);
    expect(five?.x1).toBeLessThan(reel.plot.x1);
    expect(six?.currentX1).toBe(seven?.x0);
    expect(six?.x1).toBe(reel.plot.x1);
    expect([seven?.currentX1, seven?.x1]).toEqual([reel.plot.x1, reel.plot.x1]);
  });

  it('keeps a run in the band it was admitted to, whatever is published above it', () => {
    const pinned = aRun({ id: 'old', generation: 6, admittedAt: minutesAgo(30) });
    const fresh = aRun({ id: 'new', generation: 7, admittedAt: minutesAgo(10) });
    const reel = reelGeometry(input({ generations, runs: [fresh, pinned] }));
    const [, six, seven] = reel.bands;
    expect(six?.threads.map((thread) => [thread.run.id, thread.isPinned, thread.x1])).toEqual([
      ['old', true, reel.plot.x1],
    ]);
    expect(seven?.threads.map((thread) => [thread.run.id, thread.isPinned])).toEqual([['new', false]]);
    const y = six?.threads[0]?.y ?? 0;
    expect(y).toBeGreaterThan(six?.y ?? 0);
    expect(y).toBeLessThan((six?.y ?? 0) + (six?.height ?? 0));
  });

  it('ends the thread of a finished run where it ended, and leaves out one that was never admitted', () => {
    const ended = aFinishedRun({
      id: 'e',
      generation: 7,
      admittedAt: minutesAgo(20),
      endedAt: minutesAgo(15),
    });
    const refused = aRun({ id: 'x', generation: null, digest: null });
    const [thread, ...rest] =
      reelGeometry(input({ generations, runs: [ended, refused] })).bands[2]?.threads ?? [];
    expect(rest).toEqual([]);
    expect(thread?.isLive).toBe(false);
    expect(thread?.x1).toBeLessThan(900);
  });

  it('stacks bands without overlap, each tall enough for its threads', () => {
    const runs = Array.from({ length: 4 }, (_, index) => aRun({ id: `r${index}`, generation: 6 }));
    const { bands } = reelGeometry(input({ generations, runs }));
    for (const [index, band] of bands.entries()) {
      const next = bands[index + 1];
      if (next !== undefined) expect(band.y + band.height).toBeLessThan(next.y);
      for (const thread of band.threads) {
        expect(thread.y).toBeGreaterThan(band.y);
        expect(thread.y).toBeLessThan(band.y + band.height);
      }
    }
    expect(new Set(bands[1]?.threads.map((thread) => thread.y)).size).toBe(4);
  });

  it('shows as many threads as a band has rows for, live ones first, and counts the others', () => {
    const over = 3;
    const done = Array.from({ length: LANES_PER_BAND_MAX }, (_, index) =>
      aFinishedRun({ id: `done${index}`, generation: 7 }),
    );
    const live = Array.from({ length: over }, (_, index) => aRun({ id: `live${index}`, generation: 7 }));
    const band = reelGeometry(input({ generations, runs: [...done, ...live] })).bands[2];
    expect(band?.threads).toHaveLength(LANES_PER_BAND_MAX);
    expect(band?.hiddenThreads).toBe(over);
    expect(band?.threads.filter((thread) => thread.isLive)).toHaveLength(over);
  });

  it('lets retired generations go first when there are more than can be drawn', () => {
    const many = Array.from({ length: BANDS_MAX + 1 }, (_, index) =>
      aGeneration({
        generation: index + 1,
        state: index === 0 ? 'draining' : index === BANDS_MAX ? 'current' : 'retired',
        publishedAt: minutesAgo(60 - index),
        retiredAt: index === 0 || index === BANDS_MAX ? null : minutesAgo(50 - index),
      }),
    );
    const all = reelGeometry(input({ generations: many.slice(1) }));
    expect([all.bands.length, all.hiddenBands]).toEqual([BANDS_MAX, 0]);
    const reel = reelGeometry(input({ generations: many }));
    expect(reel.hiddenBands).toBe(1);
    expect(reel.bands.map((band) => band.generation.generation)).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('marks each cutover at the moment of publication, from the band above down to its own', () => {
    const { bands, cutovers } = reelGeometry(input({ generations }));
    expect(cutovers.map((cutover) => cutover.x)).toEqual(bands.map((band) => band.x0));
    expect(cutovers[1]).toMatchObject({ generation: 6, fromY: bands[0]?.y, toY: bands[1]?.y });
  });

  it('has a place across the now line for the batch under way, and none once it has ended', () => {
    const waves = [[aCapability(), aCapability({ id: 'b', state: 'preparing' })]];
    const reel = reelGeometry(input({ generations, batch: aBatch({ waves }) }));
    expect(reel.pending).toMatchObject({ prepared: 1, total: 2 });
    expect(reel.pending?.x0).toBeLessThan(reel.plot.x1);
    expect(reel.pending?.x1).toBeGreaterThan(reel.plot.x1);
    const ended = aBatch({ waves, state: 'committed', endedAt: NOW });
    expect(reelGeometry(input({ generations, batch: ended })).pending).toBeNull();
  });

  it('stays a picture when nothing was published and when there is hardly any width', () => {
    expect(reelGeometry(input()).bands).toEqual([]);
    const narrow = reelGeometry(input({ generations, width: 10 }));
    expect(narrow.plot.x1).toBeGreaterThan(narrow.plot.x0);
  });

  it('keeps the newest of many generations that are held, and says how many are not drawn', () => {
    const held = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        aGeneration({ generation: index + 1, state: 'draining', publishedAt: minutesAgo(count - index) }),
      );
    expect(reelGeometry(input({ generations: held(LIVE_BANDS_MAX) })).hiddenBands).toBe(0);
    const reel = reelGeometry(input({ generations: held(LIVE_BANDS_MAX + 1) }));
    expect(reel.hiddenBands).toBe(1);
    expect(reel.bands.at(0)?.generation.generation).toBe(2);
    expect(reel.bands.at(-1)?.generation.generation).toBe(LIVE_BANDS_MAX + 1);
  });

  it('begins where it is asked to: what was before is left out, or cut at the beginning', () => {
    const reel = reelGeometry(input({ generations, from: minutesAgo(25) }));
    expect(reel.bands.map((band) => [band.generation.generation, band.isCut])).toEqual([
      [6, true],
      [7, false],
    ]);
    expect(reel.cutovers.map((cutover) => cutover.generation)).toEqual([7]);
    expect(reel.bands[0]?.x0).toBeGreaterThanOrEqual(reel.plot.x0);
    expect(reel.bands[1]?.x0).toBeGreaterThan(reel.bands[0]?.x0 ?? 0);
  });

  it('leaves out runs that had ended before its beginning', () => {
    const ended = aFinishedRun({
      id: 'e',
      generation: 6,
      admittedAt: minutesAgo(34),
      endedAt: minutesAgo(30),
    });
    const live = aRun({ id: 'l', generation: 6, admittedAt: minutesAgo(33) });
    const [six] = reelGeometry(input({ generations, runs: [ended, live], from: minutesAgo(25) })).bands;
    expect(six?.threads.map((thread) => thread.run.id)).toEqual(['l']);
  });
});
