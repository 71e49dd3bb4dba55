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
  await runOrThrow(
    'Installing the workspace',
    pnpm.command,
    [...pnpm.args, 'install', '--frozen-lockfile', '--prefer-offline'],
    { cwd: repositoryRoot, env: { CI: '1' }, timeoutMs: limits.installTimeoutMs, output: 'show' },
  );
  writeFileSync(stampFile, stamp);
}

/** Builds every package and the console; what has not changed comes from turbo's cache. */
export async function buildWorkspace() {
  await runOrThrow(
    'Building the workspace',
    pnpm.command,
    [...pnpm.args, 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only'],
    { cwd: repositoryRoot, env: { TURBO_TELEMETRY_DISABLED: '1' }, timeoutMs: limits.buildTimeoutMs },
  );
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
