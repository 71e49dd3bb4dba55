import { join } from 'node:path';
import { compile, PROGRAMS } from '../harness/compiled-files.js';
import { expect, test } from '../harness/fixtures.js';
import { filesBelow, InstalledPackage } from '../harness/installed-package.js';
import { compiledModules, deadLinks, namedPaths, unpackedBytes } from '../harness/packed-files.js';

/** What the package may take when it is unpacked. */
const MOST_UNPACKED_BYTES = 3.5 * 1024 * 1024;

// The browser's tests run beside these.
test.describe.configure({ mode: 'default' });

test('the package has its compiled modules with types and maps, its README, its pages and its examples, and nothing else', async ({
  environment,
}) => {
  const core = new InstalledPackage(environment, 'capability-core');
  const examples = await filesBelow(join(core.source, 'examples'));
  const pages = await filesBelow(join(core.source, 'docs'));
  expect(await filesBelow(core.package)).toEqual(
    [
      ...(await compiledModules(core)),
      ...examples.map((name) => `examples/${name}`),
      ...pages.map((name) => `docs/${name}`),
      'LICENSE',
      'package.json',
      'README.md',
    ].sort(),
  );
  expect(await unpackedBytes(core)).toBeLessThan(MOST_UNPACKED_BYTES);
});

test('every file that its package.json names is in the package, and its versions are those of the workspace', async ({
  environment,
}) => {
  const core = new InstalledPackage(environment, 'capability-core');
  const { text, paths } = await namedPaths(core, 'exports');
  expect(paths.length).toBeGreaterThan(10);
  expect(await filesBelow(core.package)).toEqual(expect.arrayContaining([...paths]));
  expect(text).not.toMatch(/catalog:|workspace:/);
});

test('every link of its README and its pages leads to a file of the package', async ({ environment }) => {
  expect(await deadLinks(new InstalledPackage(environment, 'capability-core'))).toEqual([]);
});

test('the first example of its README shows a run that keeps its generation', async ({ environment }) => {
  const core = new InstalledPackage(environment, 'capability-core');
  await compile(core.folder, PROGRAMS[0], ['cutover.ts'], 'compiled');
  const printed = await core.node('compiled/cutover.js', core.folder);
  expect(printed).toBe('older: I used 1.0.\nnewer: I used 2.0.\n');
});

for (const program of PROGRAMS) {
  test(`${program.who} has the types of every entry that is for it, by the resolution ${program.resolution}, without a peer`, async ({
    environment,
  }) => {
    const { folder } = new InstalledPackage(environment, 'capability-core');
    const files = program.surroundings === 'node' ? ['node-entries.ts'] : ['browser-entries.ts'];
    await compile(folder, program, files);
  });
}

test('every entry is there without a peer, but the one for MCP, which names the peer that it needs', async ({
  environment,
}) => {
  const core = new InstalledPackage(environment, 'capability-core');
  const lines = (await core.node('entries.mjs', core.folder)).trimEnd().split('\n');
  const outcomes: unknown[] = lines.map((line) => JSON.parse(line));
  const there = (entry: string) => ({ entry, names: expect.any(Number) });
  expect(outcomes).toEqual([
    there('.'),
    there('./registry'),
    {
      entry: './mcp',
      code: 'ERR_MODULE_NOT_FOUND',
      message: expect.stringContaining("'@modelcontextprotocol/client'"),
    },
    there('./openai'),
    there('./ai-sdk'),
    there('./testing'),
  ]);
});
