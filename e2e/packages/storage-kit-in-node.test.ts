import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, PROGRAMS } from '../harness/compiled-files.js';
import { expect, test } from '../harness/fixtures.js';
import { filesBelow, InstalledPackage, runWell } from '../harness/installed-package.js';
import {
  compiledModules,
  deadLinks,
  namedPaths,
  publintFindings,
  unpackedBytes,
} from '../harness/packed-files.js';
import { scratchFolder } from '../harness/scratch-folder.js';

/** What the package may take when it is unpacked, sql.js not counted. */
const MOST_UNPACKED_BYTES = 1.75 * 1024 * 1024;

// The browser's tests run beside these.
test.describe.configure({ mode: 'default' });

test('the package has its compiled modules with types and maps, its program, its documents and its examples, and nothing else', async ({
  environment,
}) => {
  const storageKit = new InstalledPackage(environment, 'storage-kit');
  const documents = await filesBelow(join(storageKit.source, 'docs'));
  const examples = await filesBelow(join(storageKit.source, 'examples'));
  const found = await filesBelow(storageKit.package);
  expect(found, 'what has no source in dist/ was left by another build: remove that folder').toEqual(
    [
      ...(await compiledModules(storageKit)),
      ...documents.map((name) => `docs/${name}`),
      ...examples.map((name) => `examples/${name}`),
      'bin/storage-kit.js',
      'LICENSE',
      'package.json',
      'README.md',
    ].sort(),
  );
  expect(await unpackedBytes(storageKit)).toBeLessThan(MOST_UNPACKED_BYTES);
});

test('every file that its package.json names is in the package, and its versions are those of the workspace', async ({
  environment,
}) => {
  const storageKit = new InstalledPackage(environment, 'storage-kit');
  const { text, paths } = await namedPaths(storageKit, 'bin', 'exports', 'browser', 'sideEffects');
  expect(paths.length).toBeGreaterThan(10);
  expect(await filesBelow(storageKit.package)).toEqual(expect.arrayContaining([...paths]));
  expect(text).not.toMatch(/catalog:|workspace:/);
});

test('publint objects to nothing in its package.json', async ({ environment }) => {
  expect(await publintFindings(new InstalledPackage(environment, 'storage-kit'))).toEqual([]);
});

test('every link of its README and its documents leads to a file of the package', async ({ environment }) => {
  expect(await deadLinks(new InstalledPackage(environment, 'storage-kit'))).toEqual([]);
});

test('the first example of its README counts its runs', async ({ environment }) => {
  const project = new InstalledPackage(environment, 'storage-kit');
  const folder = await scratchFolder(environment, 'counter');
  expect(await project.node('counter.mjs', folder)).toBe('Visit 1\n');
  expect(await project.node('counter.mjs', folder)).toBe('Visit 2\n');
});

for (const program of PROGRAMS) {
  test(`${program.who} has the types of every entry that is for it, by the resolution ${program.resolution}, with no library but sql.js`, async ({
    environment,
  }) => {
    const { folder } = new InstalledPackage(environment, 'storage-kit');
    const files =
      program.surroundings === 'node'
        ? ['counter.ts', 'node-entries.ts']
        : ['page/counter.ts', 'browser-entries.ts'];
    await compile(folder, program, files);
  });
}

test('a backend whose library is not installed is unavailable, and its message has the command that installs it', async ({
  environment,
}) => {
  const project = new InstalledPackage(environment, 'storage-kit');
  const folder = await scratchFolder(environment, 'missing-libraries');
  const failures = linesOfJson(await project.node('missing-libraries.mjs', folder));
  const { peerDependencies } = JSON.parse(await readFile(join(project.package, 'package.json'), 'utf8'));
  const install = (...names: readonly string[]) =>
    `npm install ${names.map((name) => `${name}@${peerDependencies[name].replace('^', '')}`).join(' ')}`;
  expect(failures).toEqual(
    [install('node-sqlite3-wasm'), install('pg'), install('@lancedb/lancedb', 'apache-arrow')].map(
      (command) => ({
        code: 'unavailable',
        message: expect.stringContaining(command),
      }),
    ),
  );
  expect(await filesBelow(folder)).toEqual([]);
});

test('every backend of the main entry passes the published suite in plain Node, without a test runner', async ({
  environment,
}) => {
  const folder = await scratchFolder(environment, 'conformance');
  const outcomes = linesOfJson(
    await new InstalledPackage(environment, 'storage-kit').node('conformance.mjs', folder),
  );
  expect(outcomes).toEqual(Array(3).fill({ passed: expect.any(Number), failed: [] }));
  expect(new Set(outcomes.map(({ passed }) => passed)).size).toBe(1);
  expect(outcomes[0].passed).toBeGreaterThan(50);
});

test('a store of more than 16 MiB folds its journal in the thread of the package while commits go on', async ({
  environment,
}) => {
  const folder = await scratchFolder(environment, 'large-store');
  const [seen] = linesOfJson(
    await new InstalledPackage(environment, 'storage-kit').node('large-store.mjs', folder),
  );
  expect(seen).toMatchObject({ checkpoints: 1, workerMessages: ['started', expect.any(Number)] });
  expect(seen).not.toHaveProperty('checkpointFailure');
  expect(seen.commitsDuringCheckpoint).toBeGreaterThan(0);
  expect(seen.revision).toBe(seen.commits);
});

test('its program runs from where npm links it, and finds a store of the example sound', async ({
  environment,
}) => {
  const project = new InstalledPackage(environment, 'storage-kit');
  const folder = await scratchFolder(environment, 'program');
  await project.node('counter.mjs', folder);
  const program = join(project.package, '../../.bin/storage-kit');
  expect(await runWell(program, ['verify', 'counter.sqlite'], { cwd: folder })).toContain('is sound');
});

function linesOfJson(text: string) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
