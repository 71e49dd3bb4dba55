import { expect, test } from 'vitest';
import {
  damage,
  diskWithStore,
  fingerprint,
  indexIn,
  journalPath,
  runOnDisk,
} from '../command-line/run-on-disk.js';
import { openOnDisk, readValue, snapshotPath } from '../disk-store.js';
import type { SimulatedDisk } from '../simulated-disk.js';

const recovered = 'abcde';

async function recover(disk: SimulatedDisk): Promise<number> {
  return (await runOnDisk(disk, ['recover', snapshotPath, '--yes'])).exitCode;
}

/** The files with content, by name: of the store itself, or of a folder of originals. */
function filesIn(disk: SimulatedDisk, folder: string): Readonly<Record<string, string>> {
  const files = Object.entries(fingerprint(disk)).filter(
    ([path]) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/'),
  );
  return Object.fromEntries(
    files
      .map(([path, content]) => [path.slice(folder.length + 1), content] as const)
      .filter(([name]) => !name.includes('.lock') && !name.endsWith('.draft')),
  );
}

async function keysOf(disk: SimulatedDisk): Promise<string> {
  const store = await openOnDisk(disk);
  let keys = '';
  for (const key of 'abcdefgh') if ((await readValue(store, key)) !== undefined) keys += key;
  await store.close();
  return keys;
}

let coins = 0;

/** The same throws in each run. */
function coin(): () => boolean {
  coins += 1;
  let state = coins;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state > 1073741824;
  };
}

test.each([
  ['the process dies', () => undefined],
  ['power is lost', (disk: SimulatedDisk) => disk.losePower()],
  ['power is lost while sectors are written in any order', (disk: SimulatedDisk) => disk.losePower(coin())],
] as const)(
  'when %s at any step of a recovery, there is the damaged store as it was, or the recovered one and all originals',
  async (_name, strike) => {
    const damaged = await diskWithStore();
    damage(damaged, journalPath, indexIn(damaged, journalPath, 'value of f'));
    const before = filesIn(damaged, '/disk');
    const outcomes = { damaged: 0, recovered: 0 };
    for (let after = 0; ; after += 1) {
      const disk = damaged.copy();
      let left = after;
      disk.beforeStep = () => {
        left -= 1;
        if (left < 0) throw new Error('crashed');
      };
      const exitCode = await recover(disk);
      strike(disk);
      disk.beforeStep = () => undefined;
      const now = filesIn(disk, '/disk');
      if (now['state.sqlite'] === before['state.sqlite']) {
        outcomes.damaged += 1;
        expect(now).toEqual(before);
        expect(await recover(disk)).toBe(0);
      } else {
        outcomes.recovered += 1;
        expect(filesIn(disk, `${snapshotPath}.before-recovery-1`)).toEqual(before);
      }
      expect(await keysOf(disk)).toBe(recovered);
      if (exitCode === 0) break;
    }
    expect(outcomes.damaged).toBeGreaterThan(15);
    expect(outcomes.recovered).toBeGreaterThan(3);
  },
);
