import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

const packageFolder = new URL('..', import.meta.url);

test.each(['counter', 'lance-counter'])('the example %s counts its runs', async (name) => {
  const folder = await temporaryFolder();
  const before = process.cwd();
  process.chdir(folder);
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => {
    process.chdir(before);
    log.mockRestore();
  });
  for (const _run of [1, 2]) {
    vi.resetModules();
    await import(`../examples/${name}.ts`);
  }
  expect(log.mock.calls).toEqual([['Visit 1'], ['Visit 2']]);
});

test.each([
  ['README.md', 'counter'],
  ['docs/lance.md', 'lance-counter'],
])('%s shows the example %s as it is', async (page, name) => {
  const text = await readFile(fileURLToPath(new URL(page, packageFolder)), 'utf8');
  const example = await readFile(fileURLToPath(new URL(`examples/${name}.ts`, packageFolder)), 'utf8');
  expect(text).toContain(`\`\`\`ts\n${example}\`\`\``);
});
