import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { connectionStringOf, runSql } from './test-database.js';

const packageFolder = new URL('../..', import.meta.url);

test('the example of the README counts the runs of all hosts', async () => {
  vi.stubEnv('DATABASE_URL', connectionStringOf(inject('postgres')));
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    log.mockRestore();
    await runSql('DROP SCHEMA changeover CASCADE');
  });
  for (const _run of [1, 2]) {
    vi.resetModules();
    await import('../../examples/shared-counter.js');
  }
  expect(log.mock.calls).toEqual([['Visit 1 of all hosts'], ['Visit 2 of all hosts']]);
});

test('the README shows the example as it is', async () => {
  const [readme, example] = await Promise.all(
    ['README.md', 'examples/shared-counter.ts'].map((name) =>
      readFile(fileURLToPath(new URL(name, packageFolder)), 'utf8'),
    ),
  );
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
});
