import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { connectionStringOf, runSql } from './test-database.js';

const packageFolder = new URL('../..', import.meta.url);

test('the example counts the runs of all hosts', async () => {
  vi.stubEnv('DATABASE_URL', connectionStringOf(inject('postgres')));
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    log.mockRestore();
    await runSql('DROP SCHEMA changeover CASCADE');
  });
  for (const _run of [1, 2]) {
    vi.resetModules();
    await import('../../examples/postgres-counter.js');
  }
  expect(log.mock.calls).toEqual([['Visit 1 of all hosts'], ['Visit 2 of all hosts']]);
});

test('its page shows the example as it is', async () => {
  const [page, example] = await Promise.all(
    ['docs/postgres.md', 'examples/postgres-counter.ts'].map((name) =>
      readFile(fileURLToPath(new URL(name, packageFolder)), 'utf8'),
    ),
  );
  expect(page).toContain(`\`\`\`ts\n${example}\`\`\``);
});
