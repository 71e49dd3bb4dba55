// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../repository.mjs';
import { errorCodes, limitNames } from './declared-names.mjs';
import { mentionExceptions } from './mention-exceptions.mjs';
import { testMentions } from './test-mentions.mjs';
import { unmentioned } from './unmentioned.mjs';

// Says which error codes and limits of the workspace no test mentions. A process of its own, as it uses the compiler,
// which is not there before the workspace is installed.
const faults = unmentioned(packageFolders().map(namesOf), mentionExceptions);
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;

function packageFolders() {
  const packages = readdirSync(join(repositoryRoot, 'packages'), { withFileTypes: true });
  return [
    ...packages.filter((entry) => entry.isDirectory()).map(({ name }) => `packages/${name}`),
    'apps/console',
  ];
}

/**
 * @param {string} folder
 * @returns {import('./unmentioned.mjs').PackageNames}
 */
function namesOf(folder) {
  const sources = filesBelow(`${folder}/src`);
  const own = sources.filter(({ path }) => !isTest(path));
  const codes = own.flatMap(({ text, path }) => errorCodes(text, path).map((code) => ({ ...code, path })));
  const limits = own
    .filter(({ path }) => path.endsWith('/limits.ts'))
    .flatMap(({ text, path }) => limitNames(text, path).map((name) => ({ ...name, path })));
  const options = mentionExceptions.flatMap(({ option }) => option ?? []);
  const tests = [...sources.filter(({ path }) => isTest(path)), ...suitesOf(folder)];
  const mentions = testMentions(tests, {
    texts: new Set(codes.map(({ name }) => name)),
    names: new Set([...limits.map(({ name }) => name), ...options]),
  });
  return { folder, codes, limits, mentions };
}

/**
 * The suites beside a package's sources; the console's pictured states raise nothing, its scenarios do.
 *
 * @param {string} folder
 */
function suitesOf(folder) {
  const own = filesBelow(`${folder}/test`).filter(({ path }) => !path.includes('/gallery/'));
  return folder === 'apps/console'
    ? [...own, ...filesBelow('e2e/harness'), ...filesBelow('e2e/scenarios')]
    : own;
}

/**
 * Tests beside the sources, and the cases that a package brings for others and runs itself.
 *
 * @param {string} path
 */
function isTest(path) {
  return /\.test\.tsx?$/.test(path) || /\/src\/testing\//.test(path);
}

/**
 * @param {string} folder from the repository's root; one that is not there has no files
 * @returns {{ path: string, text: string }[]}
 */
function filesBelow(folder) {
  if (!existsSync(join(repositoryRoot, folder))) return [];
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name)
      ? [{ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }]
      : [];
  });
}
