import { readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from '../harness/fixtures.js';
import {
  COMPILER,
  filesBelow,
  NODE_TYPES,
  runWell,
  STORAGE_KIT_SOURCE,
  StorageKitProject,
} from '../harness/installed-package.js';
import { scratchFolder } from '../harness/scratch-folder.js';

/** What the package may take when it is unpacked, sql.js not counted. */
const MOST_UNPACKED_BYTES = 1.75 * 1024 * 1024;

// The browser's tests run beside these.
test.describe.configure({ mode: 'default' });

test('the package has its compiled modules with types and maps, its program, its documents and its examples, and nothing else', async ({
  environment,
}) => {
  const { package: folder } = new StorageKitProject(environment);
  const sources = await filesBelow(join(STORAGE_KIT_SOURCE, 'src'));
  const modules = sources.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const documents = await filesBelow(join(STORAGE_KIT_SOURCE, 'docs'));
  const examples = await filesBelow(join(STORAGE_KIT_SOURCE, 'examples'));
  const found = await filesBelow(folder);
  expect(found, 'what has no source in dist/ was left by another build: remove that folder').toEqual(
    [
      ...modules
        .map((name) => name.slice(0, -'.ts'.length))
        .flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`, `dist/${name}.js.map`]),
      ...documents.map((name) => `docs/${name}`),
      ...examples.map((name) => `examples/${name}`),
      'bin/storage-kit.js',
      'LICENSE',
      'package.json',
      'README.md',
    ].sort(),
  );
  const contents = await Promise.all(found.map((name) => readFile(join(folder, name))));
  expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MOST_UNPACKED_BYTES);
});

test('every file that its package.json names is in the package, and its versions are those of the workspace', async ({
  environment,
}) => {
  const { package: folder } = new StorageKitProject(environment);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const named = [manifest.bin, manifest.exports, manifest.browser, manifest.sideEffects].flatMap(pathsIn);
  expect(named.length).toBeGreaterThan(10);
  const found = await filesBelow(folder);
  expect(found).toEqual(expect.arrayContaining(named.map((path) => path.replace('./', ''))));
  expect(JSON.stringify(manifest)).not.toMatch(/catalog:|workspace:/);
});

test('every link of its README and its documents leads to a file of the package', async ({ environment }) => {
  const { package: folder } = new StorageKitProject(environment);
  const found = await filesBelow(folder);
  for (const page of found.filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(folder, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/gu)].map(([, path = '']) => path);
    expect(found, `the links of ${page}`).toEqual(
      expect.arrayContaining(links.map((path) => posix.join(posix.dirname(page), path))),
    );
  }
});

test('the first example of its README counts its runs', async ({ environment }) => {
  const project = new StorageKitProject(environment);
  const folder = await scratchFolder(environment, 'counter');
  expect(await project.node('counter.mjs', folder)).toBe('Visit 1\n');
  expect(await project.node('counter.mjs', folder)).toBe('Visit 2\n');
});

const node = { types: ['node'], typeRoots: [NODE_TYPES] };
const page = { types: [] };
for (const [resolution, who, surroundings, files] of [
  ['NodeNext', 'a program for Node', node, ['counter.ts', 'node-entries.ts']],
  ['Bundler', 'a bundled program for Node', node, ['counter.ts', 'node-entries.ts']],
  ['NodeNext', 'a page without types of Node', page, ['page/counter.ts', 'browser-entries.ts']],
  ['Bundler', 'a bundled page without types of Node', page, ['page/counter.ts', 'browser-entries.ts']],
] as const) {
  test(`${who} has the types of every entry that is for it, by the resolution ${resolution}, with no library but sql.js`, async ({
    environment,
  }) => {
    const { folder } = new StorageKitProject(environment);
    const configuration = join(folder, `tsconfig.${who.replaceAll(' ', '-')}.json`);
    const module = resolution === 'Bundler' ? 'Preserve' : resolution;
    const lib = ['ES2023', 'ESNext.Disposable', ...(surroundings === page ? ['DOM'] : [])];
    const compilerOptions = { ...strictOptions, lib, module, moduleResolution: resolution, ...surroundings };
    await writeFile(configuration, JSON.stringify({ compilerOptions, files }));
    await runWell(process.execPath, [COMPILER, '-p', configuration]);
  });
}

test('a backend whose library is not installed is unavailable, and its message has the command that installs it', async ({
  environment,
}) => {
  const project = new StorageKitProject(environment);
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
  const outcomes = linesOfJson(await new StorageKitProject(environment).node('conformance.mjs', folder));
  expect(outcomes).toEqual(Array(3).fill({ passed: expect.any(Number), failed: [] }));
  expect(new Set(outcomes.map(({ passed }) => passed)).size).toBe(1);
  expect(outcomes[0].passed).toBeGreaterThan(50);
});

test('a store of more than 16 MiB folds its journal in the thread of the package while commits go on', async ({
  environment,
}) => {
  const folder = await scratchFolder(environment, 'large-store');
  const [seen] = linesOfJson(await new StorageKitProject(environment).node('large-store.mjs', folder));
  expect(seen).toMatchObject({ checkpoints: 1, workerMessages: ['started', expect.any(Number)] });
  expect(seen).not.toHaveProperty('checkpointFailure');
  expect(seen.commitsDuringCheckpoint).toBeGreaterThan(0);
  expect(seen.revision).toBe(seen.commits);
});

test('its program runs from where npm links it, and finds a store of the example sound', async ({
  environment,
}) => {
  const project = new StorageKitProject(environment);
  const folder = await scratchFolder(environment, 'program');
  await project.node('counter.mjs', folder);
  const program = join(project.folder, 'node_modules/.bin/storage-kit');
  expect(await runWell(program, ['verify', 'counter.sqlite'], { cwd: folder })).toContain('is sound');
});

const strictOptions = {
  target: 'ES2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
} as const;

/** Every path in a part of package.json, however deep. */
function pathsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  return Object.entries(part ?? {}).flatMap(([name, value]) => [
    ...(name.startsWith('./dist/') ? [name] : []),
    ...pathsIn(value),
  ]);
}

function linesOfJson(text: string) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
