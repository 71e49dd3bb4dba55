import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { WebSocket } from 'ws';
import { HOST_SOCKET_PATH } from '../src/protocol/loopback.js';
import { PageEnd } from '../src/transport/page-end.js';
import { ConsolePage } from './console-page.js';
import { DEMO, release, temporaryFolder } from './test-host.js';

const ROOT = join(import.meta.dirname, '..');

/** Bundles the server as a program of its own, with everything from packages left outside. Returns its path. */
export async function bundledServer(): Promise<string> {
  const outDir = await mkdtemp(join(ROOT, 'node_modules', '.server-test-'));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: join(ROOT, 'src', 'server', 'main.ts'),
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'server.mjs' } },
    },
  });
  return join(outDir, 'server.mjs');
}

/** A folder like the built page's. */
export async function builtPage(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Changeover</title>');
  await writeFile(join(folder, 'page.js'), 'void 0;');
  await writeFile(join(folder, 'notes.md'), 'Not part of the page.');
  return folder;
}

export interface ServedConsole {
  readonly child: ChildProcess;
  /** The lines of both outputs so far. */
  readonly lines: readonly string[];
  /** The first line on either output that matches. */
  line(pattern: RegExp): Promise<string>;
  readonly exited: Promise<number | NodeJS.Signals>;
}

/** Starts the server as a process of its own; it is killed after the test if it still runs. */
export function serve(
  program: string,
  page: string,
  data: string,
  ...more: readonly string[]
): ServedConsole {
  const args = [program, '--data', data, '--demo', DEMO, '--renderer', page, ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  release(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  let wake = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      wake();
    });
  }
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(code ?? signal ?? 0);
      wake();
    });
  });
  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((text) => pattern.test(text));
      if (found !== undefined) return found;
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`The server ended before it said ${pattern}:\n${lines.join('\n')}`);
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { child, lines, line, exited };
}

/** Opens the printed address as a browser does. */
export async function signIn(url: string): Promise<{ readonly origin: string; readonly cookie: string }> {
  const response = await fetch(url, { redirect: 'manual' });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (response.status !== 303 || cookie === undefined) throw new Error(`Not signed in: ${response.status}`);
  return { origin: new URL(url).origin, cookie };
}

export async function connectServedPage(served: ServedConsole): Promise<ConsolePage> {
  const line = await served.line(/http:\/\/127\.0\.0\.1:\d+\/\?token=/);
  const { origin, cookie } = await signIn(/http:\S+/.exec(line)?.[0] ?? '');
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${HOST_SOCKET_PATH}`, {
    headers: { cookie, origin },
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const end = new PageEnd({
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  });
  socket.on('message', (data: Buffer) => end.arrived(JSON.parse(data.toString('utf8'))));
  socket.on('close', () => end.ended());
  release(() => socket.terminate());
  return new ConsolePage(end).greeted();
}
