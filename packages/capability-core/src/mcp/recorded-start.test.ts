import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_MCP_LIMITS } from './limits.js';
import type { McpObserver } from './mcp-observer.js';
import { StartedServer } from './started-server.js';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/mcp/server.mjs', import.meta.url));
const NEVER = new AbortController().signal;

/** Says when it was first spoken to, and, a while after it began to listen, that it would have heard that by now. */
const LISTENING = `
import { writeFileSync } from 'node:fs';
import ${JSON.stringify(FIXTURE)};
process.stdin.once('data', () => writeFileSync(process.argv[3], String(performance.timeOrigin + performance.now())));
setTimeout(() => writeFileSync(process.argv[4], ''), 100);
`;

async function scratch(): Promise<{ script: string; spokenTo: string; listening: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'changeover-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = join(folder, 'listening.mjs');
  await writeFile(script, LISTENING);
  return { script, spokenTo: join(folder, 'spoken-to'), listening: join(folder, 'listening') };
}

function start(
  { script, spokenTo, listening }: Awaited<ReturnType<typeof scratch>>,
  observer: McpObserver,
  signal = NEVER,
): Promise<StartedServer> {
  const { PATH = '' } = process.env;
  return StartedServer.start(
    {
      command: {
        server: 'fixture',
        command: process.execPath,
        args: [script, 'good', spokenTo, listening],
        env: { PATH },
        cwd: process.cwd(),
        display: 'node listening.mjs',
      },
      clientInfo: { name: 'test', version: '0' },
      limits: DEFAULT_MCP_LIMITS,
      observer,
    },
    { signal },
  );
}

it('a server is sent nothing before its process is recorded', { timeout: 30_000 }, async () => {
  const files = await scratch();
  let recorded = (): void => undefined;
  const observer = {
    processStarted: () =>
      new Promise<void>((resolve) => {
        recorded = resolve;
      }),
  };
  const starting = start(files, observer);
  await vi.waitFor(() => readFile(files.listening), { timeout: 20_000 });
  const recordedAt = performance.timeOrigin + performance.now();
  recorded();
  const server = await starting;
  expect(Number(await readFile(files.spokenTo, 'utf8'))).toBeGreaterThanOrEqual(recordedAt);
  await server.close({ signal: NEVER });
});

it('a record that does not come keeps nobody from cancelling the start', { timeout: 30_000 }, async () => {
  const stop = new AbortController();
  let ended = 0;
  const observer = {
    processStarted: () => {
      stop.abort();
      return new Promise(() => undefined);
    },
    processEnded: () => {
      ended += 1;
    },
  };
  await expect(start(await scratch(), observer, stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
  expect(ended).toBe(1);
});

it('a record that fails is told as a warning, and the server is used', { timeout: 30_000 }, async () => {
  const warned = new Promise((resolve) => process.once('warning', resolve));
  const server = await start(await scratch(), {
    processStarted: () => Promise.reject(new Error('disk full')),
  });
  await expect(warned).resolves.toMatchObject({
    message: 'An MCP observer threw in processStarted: disk full',
  });
  await server.close({ signal: NEVER });
});
