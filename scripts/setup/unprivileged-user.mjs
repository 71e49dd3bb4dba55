// @ts-check
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { limits } from '../limits.mjs';
import { run, runOrThrow } from '../process/child-processes.mjs';
import { isRoot } from './privileges.mjs';

/**
 * Who runs the console. Chromium's sandbox does not work for the administrator, and is never turned off: the
 * administrator's console runs as a user made for it, everybody else's as themselves.
 *
 * @typedef {object} ConsoleUser
 * @property {string} name
 * @property {number} uid
 * @property {number} gid
 * @property {string} home
 * @property {readonly string[]} prefix what to put before a command that this user is to run
 */

const name = 'changeover';

/** What outlives a run is no cache. */
const home = '/var/lib/changeover';

/** The session of the user who called says nothing about the user who is called. */
const foreignVariables = Object.freeze([
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'DBUS_SESSION_BUS_ADDRESS',
  'NPM_CONFIG_CACHE',
  'npm_config_cache',
]);

/**
 * The user who runs the console; made on first use when the administrator asks.
 *
 * @returns {Promise<ConsoleUser>}
 */
export async function consoleUser() {
  if (!isRoot) {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid, home: homedir(), prefix: [] };
  }
  const quick = { timeoutMs: limits.quickCommandTimeoutMs };
  if ((await run('id', ['-u', name], quick)).code !== 0) {
    await runOrThrow(
      `Making the user ${name}`,
      'useradd',
      [
        '--system',
        '--user-group',
        '--home-dir',
        home,
        '--no-create-home',
        '--shell',
        '/usr/sbin/nologin',
        name,
      ],
      quick,
    );
  }
  const uid = Number((await runOrThrow('Looking up the user', 'id', ['-u', name], quick)).stdout);
  const gid = Number((await runOrThrow('Looking up the group', 'id', ['-g', name], quick)).stdout);
  mkdirSync(home, { recursive: true });
  chownSync(home, uid, gid);
  chmodSync(home, 0o700);
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--init-groups',
    'env',
    ...foreignVariables.map((variable) => `--unset=${variable}`),
    `HOME=${home}`,
    `USER=${name}`,
    `LOGNAME=${name}`,
  ];
  return { name, uid, gid, home, prefix };
}
