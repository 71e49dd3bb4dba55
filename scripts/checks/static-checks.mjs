// @ts-check
import { pnpm } from '../repository.mjs';
import { commandCheck } from './command-check.mjs';

const tool = (/** @type {string} */ name) => `node_modules/.bin/${name}`;

/**
 * Everything that can be said of the sources without running them.
 *
 * @returns {Promise<import('./step.mjs').StepResult[]>}
 */
export async function staticChecks() {
  const types = ['exec', 'turbo', 'run', 'typecheck', '--continue', '--output-logs=errors-only'];
  const boundaries = [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    'packages',
    'apps',
    'e2e',
  ];
  const nativeCompiler = 'node_modules/typescript-native/bin/tsc';
  return [
    await commandCheck('format', tool('biome'), ['check', '--error-on-warnings', '.']),
    await commandCheck('lint', tool('oxlint'), ['--type-aware', '-c', '.oxlintrc.json', '.']),
    await commandCheck('boundaries', tool('depcruise'), boundaries),
    await commandCheck('manifests', tool('sherif'), []),
    await commandCheck('tested codes and limits', process.execPath, [
      'scripts/checks/tested/tested-check.mjs',
    ]),
    await commandCheck('types', pnpm.command, [...pnpm.args, ...types]),
    await commandCheck('types of the scripts', process.execPath, [
      nativeCompiler,
      '-p',
      'scripts/tsconfig.json',
    ]),
  ];
}
