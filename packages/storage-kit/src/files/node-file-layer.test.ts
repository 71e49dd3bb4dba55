import { readdir, readFile, readlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryLocation } from '../../test/temporary-folder.js';
import { writeAll } from './file-layer.js';
import { nodeFileLayer } from './node-file-layer.js';

/** O_DSYNC, as Linux shows it: every write with that descriptor is durable when it returns. */
const synchronous = 0o10000;

/** The flags of each descriptor of this process that is open on the file. */
async function flagsOf(path: string): Promise<readonly number[]> {
  const flags: number[] = [];
  for (const descriptor of await readdir('/proc/self/fd')) {
    const target = await readlink(`/proc/self/fd/${descriptor}`).catch(() => undefined);
    if (target !== path) continue;
    const info = await readFile(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    flags.push(Number.parseInt(/flags:\s*(\d+)/.exec(info)?.[1] ?? '', 8));
  }
  return flags;
}

test.runIf(process.platform === 'linux')(
  'a durable write goes through a descriptor on which the kernel syncs each write, and none stays open',
  async () => {
    const path = await temporaryLocation();
    const file = await nodeFileLayer.open(path, 'new');
    await file.write(Buffer.from('plain '), 0);
    expect((await flagsOf(path)).some((flags) => (flags & synchronous) !== 0)).toBe(false);
    await file.writeDurably(Buffer.from('durable'), 6);
    expect((await flagsOf(path)).some((flags) => (flags & synchronous) !== 0)).toBe(true);
    await file.close();
    expect(await flagsOf(path)).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe('plain durable');
  },
);

test('of more than 2 GiB a write takes a part, and says how much', async () => {
  const file = await nodeFileLayer.open(await temporaryLocation(), 'new');
  const twoGibibytes = 2 ** 31;
  const written = await file.write(new Uint8Array(twoGibibytes + 1), 0);
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(twoGibibytes);
  await file.close();
});

test('what is longer than one step is written and read back unchanged', async () => {
  const path = await temporaryLocation();
  const bytes = Buffer.alloc(65 * 1024 * 1024, 'thirteen bytes');
  const file = await nodeFileLayer.open(path, 'new');
  await writeAll(file, bytes, 0);
  await file.close();
  expect(Buffer.compare(bytes, (await nodeFileLayer.read(path)) ?? new Uint8Array())).toBe(0);
});
