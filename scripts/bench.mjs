// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from './limits.mjs';
import { run, runOrThrow } from './process/child-processes.mjs';
import { runCommand } from './process/interruption.mjs';
import { repositoryRoot } from './repository.mjs';
import { contentStamp } from './setup/content-stamp.mjs';
import { buildPackages, installWorkspace } from './setup/workspace.mjs';

const benchRoot = join(repositoryRoot, 'bench');
const stampFile = join(benchRoot, 'node_modules', '.changeover-install');

// Runs the benchmarks; their peers are installed by this command alone, for they are large and some compile.
await runCommand(async () => {
  await installWorkspace();
  await buildPackages();
  await installPeers();
  const { code } = await run(process.execPath, ['src/main.mjs', ...process.argv.slice(2)], {
    cwd: benchRoot,
    timeoutMs: limits.benchTimeoutMs,
    output: 'show',
  });
  return code;
});

async function installPeers() {
  const stamp = contentStamp(['package.json', 'package-lock.json'].map((name) => join(benchRoot, name)));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  // The benchmarks' own output may be read by a program: what the installer says does not belong to it.
  process.stderr.write('Installing the peers to compare with …\n');
  await runOrThrow('Installing the peers', 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: benchRoot,
    timeoutMs: limits.installTimeoutMs,
  });
  writeFileSync(stampFile, stamp);
}
