// @ts-check
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { limits } from '../limits.mjs';
import { run } from '../process/child-processes.mjs';
import { consoleRoot } from '../repository.mjs';

/**
 * The runtime of the installed `electron` package: the one that is there, else downloaded from its release host if
 * that answers. A failure is remembered, so that a machine that cannot reach the host pays for it once a day.
 *
 * @param {string} cache
 * @returns {Promise<{ folder: string } | { missing: string }>} `missing` says why there is none
 */
export async function electronPackageRuntime(cache) {
  const home = dirname(createRequire(join(consoleRoot, 'package.json')).resolve('electron/package.json'));
  const folder = join(home, 'dist');
  if (existsSync(join(folder, 'electron'))) return { folder };
  if (process.platform !== 'linux') return { missing: 'this set-up downloads Electron on Linux only' };

  const failureFile = join(cache, 'electron-download.json');
  const known = readFailure(failureFile);
  if (known !== undefined) return { missing: `${known} (not tried again for a day; see ${failureFile})` };

  const failure = (await probe()) ?? (await download(home));
  if (failure === undefined) {
    rmSync(failureFile, { force: true });
    return { folder };
  }
  writeFileSync(failureFile, JSON.stringify({ failure, at: Date.now() }));
  return { missing: failure };
}

/** @param {string} file */
function readFailure(file) {
  if (!existsSync(file)) return undefined;
  const { failure, at } = JSON.parse(readFileSync(file, 'utf8'));
  return Date.now() - Number(at) < limits.electronRetryAfterMs ? String(failure) : undefined;
}

async function probe() {
  // Behind a proxy or a mirror only the downloader itself knows the way.
  if (process.env['HTTPS_PROXY'] ?? process.env['https_proxy'] ?? process.env['ELECTRON_MIRROR'])
    return undefined;
  try {
    await fetch('https://github.com/electron/electron/releases', {
      method: 'HEAD',
      signal: AbortSignal.timeout(limits.electronProbeTimeoutMs),
    });
    return undefined;
  } catch {
    return 'Electron’s release host cannot be reached';
  }
}

/** @param {string} home */
async function download(home) {
  process.stdout.write('Downloading Electron …\n');
  const result = await run(process.execPath, [join(home, 'install.js')], {
    cwd: home,
    timeoutMs: limits.electronDownloadTimeoutMs,
  });
  if (result.code === 0 && existsSync(join(home, 'dist', 'electron'))) return undefined;
  rmSync(join(home, 'dist'), { recursive: true, force: true });
  return `the download of Electron failed: ${result.output.trim().split('\n')[0]}`;
}
