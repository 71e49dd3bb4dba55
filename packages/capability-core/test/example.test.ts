import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';

const inPackage = (path: string) => new URL(path, new URL('..', import.meta.url));

test('the example of the README shows a run that keeps its generation', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  await import('../examples/cutover.js');
  expect(log.mock.calls).toEqual([
    ['older:', 'I used 1.0.'],
    ['newer:', 'I used 2.0.'],
  ]);
});

test('the README shows the example as it is', async () => {
  const [readme, example] = await Promise.all(
    ['README.md', 'examples/cutover.ts'].map((path) => readFile(inPackage(path), 'utf8')),
  );
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
});
