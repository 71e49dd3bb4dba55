// @ts-check
import { commandCheck } from './command-check.mjs';

const tool = (/** @type {string} */ name) => `node_modules/.bin/${name}`;

/**
 * Everything that can be said of the sources without running them.
 *
 * @returns {Promise<import('./step.mjs').StepResult[]>}
 */
export async function staticChecks() {
  const boundaries = [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    'packages',
    'apps',
    'e2e',
  ];
  return [
    await commandCheck('format', tool('biome'), ['check', '--error-on-warnings', '.']),
    // The linter has the types of every file at hand, so that it tells of their errors as the compiler does.
    await commandCheck('lint and types', tool('oxlint'), [
      '--type-aware',
      '--type-check',
      '-c',
      '.oxlintrc.json',
      '.',
    ]),
    await commandCheck('boundaries', tool('depcruise'), boundaries),
    await commandCheck('manifests', tool('sherif'), []),
    await commandCheck('tested codes and limits', process.execPath, [
      'scripts/checks/tested/tested-check.mjs',
    ]),
  ];
}
