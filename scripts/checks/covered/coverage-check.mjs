// @ts-check
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { repositoryRoot } from '../../repository.mjs';
import { step } from '../step.mjs';
import { coverageExceptions } from './coverage-exceptions.mjs';
import { coverageVerdict } from './coverage-verdict.mjs';

/**
 * What is read of a summary of vitest's coverage: lines by absolute path, and their sum under `total`.
 *
 * @typedef {Record<string, { lines: import('./coverage-verdict.mjs').LineCount }>} CoverageSummary
 */

/**
 * Says whether the tests run enough lines of each part of the workspace.
 *
 * @param {CoverageSummary | undefined} summary of the run of all tests; none when it did not get that far
 */
export function coverageCheck(summary) {
  return step('coverage', async () => {
    if (summary === undefined) throw new Error('The tests ended before their coverage was known.');
    const { total: _, ...byFile } = summary;
    const files = Object.entries(byFile).map(([path, { lines }]) => ({
      path: relative(repositoryRoot, path).replaceAll(sep, '/'),
      lines,
    }));
    const { figures, faults, passed } = coverageVerdict(files, coverageExceptions, measuredParts());
    return { passed, failed: faults.length, skipped: 0, notes: figures, output: faults.join('\n') };
  });
}

/** Each package, and each folder of the console. */
function measuredParts() {
  return [
    ...foldersIn('packages').map((name) => `packages/${name}/src`),
    ...foldersIn('apps/console/src').map((name) => `apps/console/src/${name}`),
  ];
}

/** @param {string} folder */
function foldersIn(folder) {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
