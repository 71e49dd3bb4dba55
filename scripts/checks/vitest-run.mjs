// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../process/child-processes.mjs';
import { repositoryRoot } from '../repository.mjs';

/**
 * Runs vitest in a folder of the repository and reads its report.
 *
 * @param {string} folder relative to the repository
 * @param {readonly string[]} args
 * @param {{ timeoutMs: number, env?: NodeJS.ProcessEnv, output?: 'show' | 'keep' }} options
 * @returns {Promise<{ code: number, output: string, report: import('./vitest-report.mjs').VitestReport }>}
 */
export async function runVitest(folder, args, options) {
  const work = mkdtempSync(join(tmpdir(), 'changeover-vitest-'));
  try {
    const reportFile = join(work, 'report.json');
    const { code, output } = await run(
      join(repositoryRoot, 'node_modules/.bin/vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...args],
      { ...options, cwd: join(repositoryRoot, folder) },
    );
    if (!existsSync(reportFile))
      throw new Error(`vitest ended with code ${code} and left no report\n${output}`);
    return { code, output, report: JSON.parse(readFileSync(reportFile, 'utf8')) };
  } finally {
    rmSync(work, { recursive: true });
  }
}
