import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { livingGroupMembers } from '../../src/mcp/process-table.js';
import type { PackageRegistry } from '../../src/registry/index.js';
import { MAX_NPM_ERROR_BYTES, MAX_NPM_OUTPUT_BYTES } from '../../src/registry/limits.js';
import { runNpm } from '../../src/registry/npm/npm-process.js';
import { entriesOf, tgz } from './archive-builders.js';
import { edition, NEVER, openRegistry, temporaryFolder } from './registry-builders.js';

const options = { signal: NEVER };
const patience = { timeout: 10_000 };
const wanted = { type: 'npm', name: 'notes', version: '1.0.0' } as const;

/** Puts a program in the place of npm; it runs in the folder that npm would write to. */
async function replaceNpm(program: string): Promise<void> {
  const folder = await temporaryFolder();
  const path = join(folder, 'npm');
  await writeFile(path, `#!${process.execPath}\nconst fs = require('node:fs');\n${program}\n`);
  await chmod(path, 0o755);
  vi.stubEnv('PATH', [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

async function newRegistry(): Promise<PackageRegistry> {
  return openRegistry(join(await temporaryFolder(), 'registry'));
}

test('a machine without npm is told to have none', async () => {
  vi.stubEnv('PATH', await temporaryFolder());
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const registry = await newRegistry();
  await expect(registry.install(wanted, options)).rejects.toMatchObject({
    code: 'npm-unavailable',
    root: 'notes@1.0.0',
  });
  expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
});

test('an npm that breaks is quoted with what it says', async () => {
  await replaceNpm("console.error('node: bad option'); process.exitCode = 9;");
  const installing = (await newRegistry()).install(wanted, options);
  await expect(installing).rejects.toMatchObject({ code: 'npm-failed' });
  await expect(installing).rejects.toThrow('node: bad option');
  await replaceNpm('process.exitCode = 9;');
  await expect((await newRegistry()).install(wanted, options)).rejects.toThrow('ended with 9');
});

test('what npm fetched is what it says it fetched, or is refused', async () => {
  const archive = join(await temporaryFolder(), 'notes.tgz');
  const bytes = await tgz(entriesOf(edition('1.0.0'), 'package/'));
  await writeFile(archive, bytes);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const report = { name: 'notes', version: '1.0.0', integrity };
  const install = async (said: object, files = ['notes.tgz'], padding = 0) => {
    const copies = files.map((file) => `fs.copyFileSync(${JSON.stringify(archive)}, '${file}');`).join('');
    const text = JSON.stringify([said]);
    const spaces = `' '.repeat(${padding === 0 ? 0 : padding - text.length})`;
    await replaceNpm(`${copies} process.stdout.write(${spaces} + ${JSON.stringify(text)});`);
    return (await newRegistry()).install(wanted, options).catch((error: unknown) => error);
  };
  const fetched = { name: 'field-notes', source: wanted };
  expect(await install(report)).toMatchObject(fetched);
  expect(await install(report, ['notes.tgz'], MAX_NPM_OUTPUT_BYTES)).toMatchObject(fetched);
  const refusal = { code: 'npm-failed' };
  expect(await install(report, ['notes.tgz'], MAX_NPM_OUTPUT_BYTES + 1)).toMatchObject(refusal);
  expect(await install({ ...report, name: 'other' })).toMatchObject(refusal);
  expect(await install({ ...report, integrity: 'sha512-other' })).toMatchObject(refusal);
  expect(await install({ ...report, integrity: undefined })).toMatchObject(refusal);
  expect(await install(report, [])).toMatchObject(refusal);
  expect(await install(report, ['notes.tgz', 'other.tgz'])).toMatchObject(refusal);
});

test('the beginning of what npm writes to its error output is kept', async () => {
  for (const [written, kept] of [
    [MAX_NPM_ERROR_BYTES, MAX_NPM_ERROR_BYTES],
    [MAX_NPM_ERROR_BYTES + 1, MAX_NPM_ERROR_BYTES],
  ]) {
    await replaceNpm(`process.stderr.write('e'.repeat(${written}));`);
    const end = await runNpm(['pack'], { cwd: await temporaryFolder(), ...options });
    expect([end.exitCode, end.errors.length]).toEqual([0, kept]);
  }
});

test('cancelling ends npm with all that it started', async () => {
  const notes = await temporaryFolder();
  await replaceNpm(`
    process.on('SIGTERM', () => {});
    require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
    fs.writeFileSync('${notes}/draft', String(process.pid));
    fs.renameSync('${notes}/draft', '${notes}/group');
    setInterval(() => {}, 1_000);`);
  const controller = new AbortController();
  const registry = await newRegistry();
  const installing = registry.install(wanted, controller);
  await vi.waitFor(async () => expect(await readdir(notes)).toContain('group'), patience);
  const group = Number(await readFile(join(notes, 'group'), 'utf8'));
  expect(await livingGroupMembers(group)).toHaveLength(2);
  controller.abort();
  await expect(installing).rejects.toMatchObject({ code: 'cancelled' });
  await vi.waitFor(async () => expect(await livingGroupMembers(group)).toEqual([]), patience);
  expect(await readdir(join(registry.root, 'incoming'))).toEqual([]);
});
