// @ts-check
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is printed goes into the file that the caller names as well, from the first line on. */
const keepOutput = `if [ -n "$CHANGEOVER_TERMINAL" ]; then
  exec > >(exec tee -a "$CHANGEOVER_TERMINAL") 2> >(exec tee -a "$CHANGEOVER_TERMINAL" >&2)
fi
`;

/**
 * Writes an executable that runs `program` as the console's user: for callers that take the path of an executable
 * and no more.
 *
 * @param {string} folder
 * @param {string} name
 * @param {import('./unprivileged-user.mjs').ConsoleUser} user
 * @param {string} program
 * @returns {string} the executable's path
 */
export function writeLauncher(folder, name, user, program) {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const path = join(folder, name);
  const command = [...user.prefix, program].map(quoted).join(' ');
  writeFileSync(path, `#!/bin/bash\n${keepOutput}exec ${command} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** @param {string} word */
function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
