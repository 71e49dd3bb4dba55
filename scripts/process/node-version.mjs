// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.mjs';

/**
 * Says at once what would otherwise fail deep inside a tool.
 *
 * @param {string} version such as `20.20.2`
 */
export function assertNodeVersion(version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  const least = engines.node.replace('>=', '');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new Error(`Node ${version} is too old: install ${least} or later, then try again.`);
}
