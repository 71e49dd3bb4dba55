import { describe, expect, test } from 'vitest';
import { commitValue, openOnDisk, readValue } from '../disk-store.js';
import { SimulatedDisk } from '../simulated-disk.js';

const rounds = 8;
const value = 'x'.repeat(6000);

let coins = 0;

class Crash extends Error {}

/** Commits, with checkpoints in between, and closes. Reports each commit that was acknowledged. */
async function work(disk: SimulatedDisk, acknowledged: Map<string, string>): Promise<void> {
  const store = await openOnDisk(disk, { checkpointBytes: 1 });
  for (let round = 0; round < rounds; round += 1) {
    const text = `${round}${value}`;
    await Promise.all(
      [`once-${round}`, 'again'].map(async (key) => {
        await commitValue(store, key, text);
        acknowledged.set(key, text);
      }),
    );
  }
  await store.close();
}

/** Lets `after` steps pass, then fails every step, as for a process that is no more. */
function crashAfter(disk: SimulatedDisk, after: number): void {
  let left = after;
  disk.beforeStep = () => {
    left -= 1;
    if (left < 0) throw new Crash('crashed');
  };
}

/** The same throws in each run. */
function coin(): () => boolean {
  coins += 1;
  let state = coins;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state > 1073741824;
  };
}

async function stepsOf(run: (disk: SimulatedDisk) => Promise<void>): Promise<number> {
  const disk = new SimulatedDisk();
  await run(disk);
  return disk.steps.length;
}

async function expectAll(disk: SimulatedDisk, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const store = await openOnDisk(disk);
  for (const [key, text] of acknowledged) {
    const stored = await readValue(store, key);
    // A commit under way may have become durable although nobody was told.
    const next = `${Number(text[0]) + 1}${value}`;
    expect(stored === text || (key === 'again' && stored === next), key).toBe(true);
  }
  await store.close();
}

describe.each([
  ['the process dies', () => undefined],
  ['power is lost', (disk: SimulatedDisk) => disk.losePower()],
  ['power is lost while sectors are written in any order', (disk: SimulatedDisk) => disk.losePower(coin())],
] as const)('%s', (_name, strike) => {
  test('at any step of commits, checkpoints and close: no acknowledged commit is lost', async () => {
    const total = await stepsOf((disk) => work(disk, new Map()));
    expect(total).toBeGreaterThan(60);
    for (let after = 0; after < total; after += 1) {
      const disk = new SimulatedDisk();
      const acknowledged = new Map<string, string>();
      crashAfter(disk, after);
      await work(disk, acknowledged).catch(() => undefined);
      strike(disk);
      disk.beforeStep = () => undefined;
      await expectAll(disk, acknowledged);
    }
  });

  test('at any step of a recovery: the next one still finds every acknowledged commit', async () => {
    const acknowledged = new Map<string, string>();
    const crashed = new SimulatedDisk();
    crashAfter(crashed, 60);
    await work(crashed, acknowledged).catch(() => undefined);
    strike(crashed);
    crashed.beforeStep = () => undefined;
    expect(acknowledged.size).toBeGreaterThan(3);
    let crashes = 0;
    for (let after = 0; ; after += 1) {
      const disk = crashed.copy();
      crashAfter(disk, after);
      const finished = await openOnDisk(disk)
        .then((store) => store.close())
        .then(
          () => true,
          () => false,
        );
      strike(disk);
      disk.beforeStep = () => undefined;
      await expectAll(disk, acknowledged);
      if (finished) break;
      crashes += 1;
    }
    expect(crashes).toBeGreaterThan(5);
  });
});
