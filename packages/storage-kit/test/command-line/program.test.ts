import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { StateStore, stateKey } from '../../src/index.js';
import { compiledModules } from '../compiled-modules.js';
import { temporaryLocation } from '../temporary-folder.js';

// The program as it is installed, as a process of its own.

let program = '';

beforeAll(async () => {
  program = join(await compiledModules(), 'command-line/main.js');
}, 120_000);

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
  readonly messages: string;
}

function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [program, ...args]);
}

async function end(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [output, messages, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { exitCode, output, messages };
}

async function run(...args: readonly string[]): Promise<Ended> {
  const child = start(...args);
  child.stdin.end();
  return end(child);
}

/** A closed store with so many records of 1 KiB. */
async function storeWith(records: number): Promise<string> {
  const location = await temporaryLocation();
  await using store = await StateStore.connect({ backend: 'sqlite', location });
  for (let from = 0; from < records; from += 1000) {
    await store.transact(async (transaction) => {
      for (let number = from; number < Math.min(records, from + 1000); number += 1) {
        await transaction.put({ key: stateKey('test', `k${number}`), value: 'x'.repeat(1024) });
      }
    });
  }
  return location;
}

async function namesBeside(location: string): Promise<readonly string[]> {
  return (await readdir(dirname(location))).map((name) => name.replace(basename(location), 'store')).sort();
}

test('is what the package names as its program', async () => {
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest.bin).toEqual({ 'storage-kit': './bin/storage-kit.js' });
  const bin = await readFile(new URL('../../bin/storage-kit.js', import.meta.url), 'utf8');
  expect(bin).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(bin).toContain("import '../dist/command-line/main.js';");
  expect(await run('--version')).toEqual({ exitCode: 0, output: `${manifest.version}\n`, messages: '' });
});

test('exits with 0 for a sound store, 1 for a damaged one, 2 for a wrong usage, 3 for one in use, 4 for none', async () => {
  const location = await storeWith(10);
  expect((await run('verify', location)).exitCode).toBe(0);
  const store = await StateStore.connect({ backend: 'sqlite', location });
  const locked = await run('verify', location, '--json');
  expect(locked.exitCode).toBe(3);
  expect(JSON.parse(locked.output)).toMatchObject({ code: 'locked', owner: { pid: process.pid } });
  expect((await run('inspect', location)).output).toContain(`in use by process ${process.pid}`);
  await store.close();
  const bytes = await readFile(location);
  await writeFile(location, bytes.fill(0xff, 4096, 8192));
  expect((await run('verify', location)).exitCode).toBe(1);
  expect((await run('recover', location)).exitCode).toBe(1);
  expect((await run('recover', location, '--yes')).exitCode).toBe(0);
  expect((await run('verify', location)).exitCode).toBe(0);
  expect((await run('destroy', location)).exitCode).toBe(2);
  expect((await run('verify', `${location}.none`)).exitCode).toBe(4);
});

test('export piped into import copies a store', async () => {
  const location = await storeWith(3000);
  const copy = await temporaryLocation();
  const source = start('export', location);
  const target = start('import', copy);
  source.stdout.pipe(target.stdin);
  const [[exitCode], imported] = await Promise.all([once(source, 'exit'), end(target)]);
  expect([exitCode, imported.exitCode]).toEqual([0, 0]);
  expect(imported.output).toBe('3,000 records imported, up to revision 3\n');
  // The copy has revisions of its own.
  const digest = async (store: string) =>
    createHash('sha256')
      .update((await run('export', store)).output.replaceAll(/"revision":\d+/g, ''))
      .digest('hex');
  expect(await digest(copy)).toBe(await digest(location));
  expect(await namesBeside(copy)).toEqual(['store']);
});

test('is quiet when whoever reads its output has seen enough', async () => {
  const location = await storeWith(3000);
  const child = start('export', location);
  const messages = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([4, null]);
  expect(await messages).not.toMatch(/EPIPE|Error|storage-kit:/);
  expect(await namesBeside(location)).toEqual(['store']);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s while it waits for its reader releases the store',
  async (signal) => {
    const location = await storeWith(3000);
    const child = start('export', location);
    const messages = text(child.stderr);
    // It has begun, and then nobody reads on: the pipe fills, and it waits.
    await once(child.stdout, 'readable');
    child.kill(signal);
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(130);
    expect(await messages).toContain(`Interrupted by ${signal}`);
    expect(await namesBeside(location)).toEqual(['store']);
  },
);

test('SIGINT while it waits for its input leaves nothing of a new store', async () => {
  const location = await temporaryLocation();
  const child = start('import', location, '--json');
  child.stdin.write('{"format":"storage-kit-export","version":1,"revision":1}\n');
  // The files of the new store show that it has begun.
  while (!(await namesBeside(location)).includes('store.importing')) await new Promise(setImmediate);
  child.kill('SIGINT');
  const { exitCode, output } = await end(child);
  expect(exitCode).toBe(130);
  expect(JSON.parse(output)).toMatchObject({ command: 'import', code: 'interrupted' });
  expect(await namesBeside(location)).toEqual([]);
});
