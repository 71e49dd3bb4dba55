// @ts-check
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../limits.mjs';
import { runOrThrow } from '../process/child-processes.mjs';
import { pnpm, repositoryRoot } from '../repository.mjs';
import { contentStamp } from './content-stamp.mjs';

const stampFile = join(repositoryRoot, 'node_modules', '.changeover-install');

/** Installs the workspace as the lock file says; does nothing while neither it nor a manifest has changed. */
export async function installWorkspace() {
  const stamp = contentStamp(manifests());
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  process.stderr.write('Installing the workspace …\n');
  await runOrThrow(
    'Installing the workspace',
    pnpm.command,
    [...pnpm.args, 'install', '--frozen-lockfile', '--prefer-offline'],
    { cwd: repositoryRoot, env: { CI: '1' }, timeoutMs: limits.installTimeoutMs },
  );
  writeFileSync(stampFile, stamp);
}

/** Builds every package and the console; what has not changed comes from turbo's cache. */
export function buildWorkspace() {
  return build('Building the workspace', []);
}

/** Builds the packages without the console. */
export function buildPackages() {
  return build('Building the packages', ['--filter=./packages/*']);
}

/**
 * @param {string} what
 * @param {readonly string[]} filter
 */
async function build(what, filter) {
  const turbo = ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...filter];
  await runOrThrow(what, pnpm.command, [...pnpm.args, ...turbo], {
    cwd: repositoryRoot,
    env: { TURBO_TELEMETRY_DISABLED: '1' },
    timeoutMs: limits.buildTimeoutMs,
  });
}

function manifests() {
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(repositoryRoot, group)).map((name) => join(group, name)),
  );
  return [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...['.', 'e2e', ...folders].map((folder) => join(folder, 'package.json')),
  ].map((path) => join(repositoryRoot, path));
}
