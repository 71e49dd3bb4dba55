// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../process/child-processes.mjs';
import { repositoryRoot } from '../repository.mjs';
import { workers } from './workers.mjs';

/**
 * @typedef {object} VitestRunOptions
 * @property {number} timeoutMs
 * @property {NodeJS.ProcessEnv} [env]
 * @property {'show' | 'keep'} [output]
 * @property {boolean} [coverage] also counts the lines that are run
 *
 * @typedef {object} VitestRun
 * @property {number} code
 * @property {string} output
 * @property {import('./vitest-report.mjs').VitestReport} report
 * @property {import('./covered/coverage-check.mjs').CoverageSummary} [coverage]
 */

/**
 * Runs vitest in a folder of the repository and reads its report.
 *
 * @param {string} folder relative to the repository
 * @param {readonly string[]} args
 * @param {VitestRunOptions} options
 * @returns {Promise<VitestRun>}
 */
export async function runVitest(folder, args, options) {
  const work = mkdtempSync(join(tmpdir(), 'changeover-vitest-'));
  try {
    const reportFile = join(work, 'report.json');
    const summaryFile = join(work, 'coverage', 'coverage-summary.json');
    const { code, output } = await run(
      join(repositoryRoot, 'node_modules/.bin/vitest'),
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        `--maxWorkers=${workers}`,
        ...(options.coverage === true ? coverageArgs(dirname(summaryFile)) : []),
        ...args,
      ],
      { ...options, cwd: join(repositoryRoot, folder) },
    );
    if (!existsSync(reportFile))
      throw new Error(`vitest ended with code ${code} and left no report\n${output}`);
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    if (!existsSync(summaryFile)) return { code, output, report };
    return { code, output, report, coverage: JSON.parse(readFileSync(summaryFile, 'utf8')) };
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** @param {string} folder */
function coverageArgs(folder) {
  return ['--coverage', '--coverage.reporter=json-summary', `--coverage.reportsDirectory=${folder}`];
}
