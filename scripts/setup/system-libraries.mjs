// @ts-check
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { limits } from '../limits.mjs';
import { run } from '../process/child-processes.mjs';
import { administratorPrefix } from './privileges.mjs';

/**
 * Where a program lies on PATH.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function programPath(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/**
 * The shared libraries that an executable needs and that the system does not have.
 *
 * @param {string} executable
 * @returns {Promise<readonly string[]>}
 */
async function missingLibraries(executable) {
  const result = await run('ldd', [executable], { timeoutMs: limits.quickCommandTimeoutMs });
  return [...result.output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '');
}

/**
 * Sees to it that Electron starts. Debian's `chromium` needs the same libraries, so it brings them under whatever
 * names this release of the system gives them.
 *
 * @param {string} executable
 */
export async function installElectronLibraries(executable) {
  const missing = await missingLibraries(executable);
  if (missing.length > 0) await installPackages(['chromium'], `Electron needs ${missing.join(', ')}`);
}

/** Chromium without a window to draw, which takes half of its time. */
export const BROWSER = 'chromium-headless-shell';

/** Sees to it that the scenarios' programs are there: a virtual display and a browser. */
export async function installTestPrograms() {
  const wanted = Object.entries({ Xvfb: 'xvfb', [BROWSER]: BROWSER }).filter(([name]) => !programPath(name));
  if (wanted.length === 0) return;
  const reason = `the scenarios need ${wanted.map(([name]) => name).join(' and ')}`;
  await installPackages(
    wanted.map(([, packageName]) => packageName),
    reason,
  );
}

/**
 * @param {readonly string[]} packages
 * @param {string} reason
 */
async function installPackages(packages, reason) {
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages];
  const prefix = await administratorPrefix();
  if (prefix === undefined || programPath('apt-get') === undefined) {
    throw new Error(
      `${capitalized(reason)}. Install it as the administrator, then try again:\n  sudo ${install.join(' ')}`,
    );
  }
  process.stdout.write(`Installing ${packages.join(', ')}: ${reason} …\n`);
  const bounds = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: limits.aptTimeoutMs };
  for (const words of [['apt-get', 'update', '-qq'], install]) {
    const [command = '', ...args] = [...prefix, ...words];
    const result = await run(command, args, bounds);
    if (result.code !== 0) {
      throw new Error(`${capitalized(reason)}, and \`${words.join(' ')}\` failed:\n${result.output}`);
    }
  }
}

/** @param {string} sentence */
function capitalized(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
