// @ts-check
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheFolder } from './cache-folder.mjs';
import { publish, stampedFolder } from './stamped-folder.mjs';
import { openSocketFolder } from './virtual-display.mjs';

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changeover-setup-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('a folder that is made once', () => {
  it('is whole or not there, and what a broken run left goes after a while', () => {
    const fail = () =>
      stampedFolder(folder, 'one', (made) => {
        writeFileSync(join(made, 'half'), '');
        throw new Error('interrupted');
      });
    expect(fail).toThrow('interrupted');
    expect(existsSync(join(folder, 'one'))).toBe(false);
    for (const left of readdirSync(folder)) utimesSync(join(folder, left), 0, 0);
    const made = stampedFolder(folder, 'one', (work) => writeFileSync(join(work, 'whole'), ''));
    expect(readdirSync(folder)).toEqual(['one']);
    expect(readdirSync(made)).toEqual(['whole']);
  });

  it('is that of the run which was first, when two make it at once', () => {
    const made = stampedFolder(folder, 'one', (work) => {
      stampedFolder(folder, 'one', (other) => writeFileSync(join(other, 'first'), ''));
      writeFileSync(join(work, 'second'), '');
    });
    expect(readdirSync(made)).toEqual(['first']);
    expect(readdirSync(folder)).toEqual(['one']);
  });

  it('keeps its error when it cannot be given its name', () => {
    mkdirSync(join(folder, 'work'));
    expect(() => publish(join(folder, 'work'), join(folder, 'gone', 'one'))).toThrow('ENOENT');
  });
});

describe('a folder that somebody else prepared', () => {
  it('is refused as a cache when it is a link, or others may write to it', () => {
    mkdirSync(join(folder, 'theirs'));
    symlinkSync(join(folder, 'theirs'), join(folder, 'link'));
    vi.stubEnv('CHANGEOVER_CACHE', join(folder, 'link'));
    expect(cacheFolder).toThrow('is refused');
    chmodSync(join(folder, 'theirs'), 0o777);
    vi.stubEnv('CHANGEOVER_CACHE', join(folder, 'theirs'));
    expect(cacheFolder).toThrow('is refused');
  });

  it('is not opened to everybody through a link', () => {
    mkdirSync(join(folder, 'private'), { mode: 0o700 });
    symlinkSync(join(folder, 'private'), join(folder, 'sockets'));
    expect(() => openSocketFolder(join(folder, 'sockets'))).toThrow('is refused');
    expect(statSync(join(folder, 'private')).mode & 0o7777).toBe(0o700);
    openSocketFolder(join(folder, 'own'));
    expect(statSync(join(folder, 'own')).mode & 0o7777).toBe(0o1777);
  });
});
