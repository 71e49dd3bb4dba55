import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { SimulatedDisk } from '../../test/simulated-disk.js';
import { maxLockAttempts, maxLockDepth } from '../limits.js';
import { acquireLock } from './file-lock.js';
import { type ProcessIdentity, type ProcessTable, systemProcesses } from './process-identity.js';

const path = '/disk/state.sqlite.lock';

/** A machine whose running processes the test decides on. */
function machine(running: Set<number>, self: ProcessIdentity): ProcessTable {
  return {
    self: async () => self,
    mayRun: async ({ pid, host, startedAt }) =>
      host !== self.host ||
      (running.has(pid) && (startedAt === undefined || startedAt === `start of ${pid}`)),
  };
}

function processOf(pid: number, running = new Set([1, 2, 3]), host = 'here'): ProcessTable {
  return machine(running, { pid, host, startedAt: `start of ${pid}` });
}

function writeLock(disk: SimulatedDisk, content: object | string, at = path): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  disk.replace(at, new TextEncoder().encode(text));
}

test('a lock that is held is refused with the pid and host of its owner', async () => {
  const disk = new SimulatedDisk();
  await acquireLock(path, { files: disk, processes: processOf(1) });
  await expect(acquireLock(path, { files: disk, processes: processOf(2) })).rejects.toMatchObject({
    code: 'locked',
    file: path,
    owner: { pid: 1, host: 'here' },
  });
});

test('a lock that was released can be taken, and nothing is left beside it', async () => {
  const disk = new SimulatedDisk();
  const lock = await acquireLock(path, { files: disk, processes: processOf(1) });
  expect(Object.keys(disk.files)).toEqual([path]);
  await lock.release();
  expect(Object.keys(disk.files)).toEqual([]);
  await acquireLock(path, { files: disk, processes: processOf(2) });
});

test('a lock left by a dead process is taken over', async () => {
  const disk = new SimulatedDisk();
  writeLock(disk, { pid: 9, host: 'here', startedAt: 'start of 9', token: 'of-the-dead-9' });
  await acquireLock(path, { files: disk, processes: processOf(2) });
  expect(Object.keys(disk.files)).toEqual([path]);
  await expect(acquireLock(path, { files: disk, processes: processOf(3) })).rejects.toMatchObject({
    owner: { pid: 2 },
  });
});

test('a process that was given the number of a dead owner is not taken for it', async () => {
  const disk = new SimulatedDisk();
  writeLock(disk, { pid: 1, host: 'here', startedAt: 'long ago', token: 'of-the-dead-1' });
  await acquireLock(path, { files: disk, processes: processOf(2) });
});

test('a lock of another host is never taken over, since its processes cannot be seen', async () => {
  const disk = new SimulatedDisk();
  writeLock(disk, { pid: 9, host: 'elsewhere', token: 'far-away' });
  await expect(acquireLock(path, { files: disk, processes: processOf(2) })).rejects.toMatchObject({
    code: 'locked',
    owner: { pid: 9, host: 'elsewhere' },
  });
});

test.each([
  '',
  'rubbish',
  '{}',
  '{"pid":"1","host":"here","token":"t"}',
  '{"pid":9,"host":"here","token":"../t"}',
  'null',
])('a lock file that reads %j is refused as locked and left alone', async (text) => {
  const disk = new SimulatedDisk();
  writeLock(disk, text);
  await expect(acquireLock(path, { files: disk, processes: processOf(2) })).rejects.toMatchObject({
    code: 'locked',
    file: path,
  });
  expect(Object.keys(disk.files)).toEqual([path]);
});

test('of many that find the same dead owner, in any interleaving, exactly one gets the lock', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const disk = new SimulatedDisk();
    writeLock(disk, { pid: 9, host: 'here', startedAt: 'start of 9', token: 'of-the-dead-9' });
    const running = new Set(Array.from({ length: 6 }, (_, index) => 100 + index));
    const files = new ShuffledDisk(disk, seed);
    const outcomes = await Promise.allSettled(
      [...running].map((pid) => acquireLock(path, { files, processes: processOf(pid, running) })),
    );
    const winners = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(winners.length, `seed ${seed}`).toBe(1);
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'locked' });
    expect(Object.keys(disk.files)).toEqual([path]);
  }
});

test('a takeover whose process died half-way is itself taken over', async () => {
  for (let after = 0; after < 12; after += 1) {
    const disk = new SimulatedDisk();
    writeLock(disk, { pid: 9, host: 'here', token: 'of-the-dead-9' });
    let left = after;
    disk.beforeStep = () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    await acquireLock(path, { files: disk, processes: processOf(1) }).catch(() => undefined);
    disk.beforeStep = () => undefined;
    const lock = await acquireLock(path, { files: disk, processes: processOf(2, new Set([2])) });
    await expect(
      acquireLock(path, { files: disk, processes: processOf(3, new Set([2, 3])) }),
    ).rejects.toMatchObject({
      owner: { pid: 2 },
    });
    await lock.release();
  }
});

test.each([
  ['as often as a lock is looked at, less once', maxLockAttempts - 1],
  ['as often as a lock is looked at', maxLockAttempts],
])('a lock that is gone whenever it is read, %s', async (_, timesTaken) => {
  const disk = new FleetingLock(timesTaken);
  const acquired = acquireLock(path, { files: disk, processes: processOf(1) });
  if (timesTaken < maxLockAttempts) {
    await acquired;
    expect(Object.keys(disk.files)).toEqual([path]);
  } else {
    await expect(acquired).rejects.toMatchObject({ code: 'locked', file: path });
    expect(Object.keys(disk.files)).toEqual([]);
  }
});

test('takeovers that died one inside the other are taken over, and one more is refused', async () => {
  // Taking over needs a lock of its own beside those that were left.
  const most = maxLockDepth - 1;
  await acquireLock(path, { files: diskOfDeadTakeovers(most), processes: processOf(2) });
  const tooMany = diskOfDeadTakeovers(most + 1);
  const before = tooMany.files;
  await expect(acquireLock(path, { files: tooMany, processes: processOf(2) })).rejects.toMatchObject({
    code: 'locked',
    owner: { pid: 9, host: 'here' },
  });
  expect(tooMany.files).toEqual(before);
});

test('what the system refuses while the lock is taken is io', async () => {
  const disk = new SimulatedDisk();
  disk.beforeStep = ({ operation }) => {
    if (operation === 'link') throw new Error('no links here');
  };
  await expect(acquireLock(path, { files: disk, processes: processOf(1) })).rejects.toMatchObject({
    code: 'io',
    file: path,
  });
});

test('the system tells its own process from one with the same number that began at another time', async () => {
  const self = await systemProcesses.self();
  expect(self).toMatchObject({ pid: process.pid, host: hostname() });
  expect(await systemProcesses.mayRun(self)).toBe(true);
  if (self.startedAt !== undefined) {
    expect(await systemProcesses.mayRun({ ...self, startedAt: 'at another time' })).toBe(false);
  }
  expect(await systemProcesses.mayRun({ ...self, host: 'elsewhere', pid: 1 })).toBe(true);
});

test('the system knows that a process has ended', async () => {
  const child = spawn(process.execPath, ['--eval', '']);
  const pid = child.pid ?? 0;
  await once(child, 'exit');
  expect(await systemProcesses.mayRun({ pid, host: hostname() })).toBe(false);
});

/** A dead owner's lock, on whose takeover `count` others died, each while it took over from the one before. */
function diskOfDeadTakeovers(count: number): SimulatedDisk {
  const disk = new SimulatedDisk();
  let at = path;
  for (let each = 0; each <= count; each += 1) {
    const token = `dead-${String(each).padStart(3, '0')}`;
    writeLock(disk, { pid: 9, host: 'here', token }, at);
    at += `.${token}`;
  }
  return disk;
}

/** Somebody else has the lock whenever it is asked for, and has given it up when it is looked at, so many times. */
class FleetingLock extends SimulatedDisk {
  #timesTaken: number;

  constructor(timesTaken: number) {
    super();
    this.#timesTaken = timesTaken;
  }

  override async link(from: string, to: string) {
    this.#timesTaken -= 1;
    return this.#timesTaken < 0 && super.link(from, to);
  }
}

/** Lets the steps of all who use the disk at the same time take turns in an order that the seed decides. */
class ShuffledDisk extends SimulatedDisk {
  readonly #disk: SimulatedDisk;
  #seed: number;

  constructor(disk: SimulatedDisk, seed: number) {
    super();
    this.#disk = disk;
    this.#seed = seed;
  }

  override async open(...args: Parameters<SimulatedDisk['open']>) {
    await this.#turns();
    return this.#disk.open(...args);
  }

  override async read(name: string) {
    await this.#turns();
    return this.#disk.read(name);
  }

  override async link(from: string, to: string) {
    await this.#turns();
    return this.#disk.link(from, to);
  }

  override async remove(name: string) {
    await this.#turns();
    return this.#disk.remove(name);
  }

  async #turns(): Promise<void> {
    this.#seed = (this.#seed * 1103515245 + 12345) % 2147483648;
    for (let turns = this.#seed % 13; turns > 0; turns -= 1) await Promise.resolve();
  }
}
