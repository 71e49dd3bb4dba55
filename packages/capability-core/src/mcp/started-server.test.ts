import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_MCP_LIMITS, type McpLimits } from './limits.js';
import type { McpErrorCode } from './mcp-error.js';
import type { McpObserver, McpProcessRecord } from './mcp-observer.js';
import { livingGroupMembers, processStartTime } from './process-table.js';
import { StartedServer } from './started-server.js';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/mcp/server.mjs', import.meta.url));
const { PATH = '' } = process.env;
const NEVER = new AbortController().signal;

const records: McpProcessRecord[] = [];
const ended: number[] = [];
const servers: StartedServer[] = [];
let watchEnd: (value?: unknown) => void = () => undefined;

interface StartOptions {
  readonly limits?: Partial<McpLimits>;
  readonly observer?: McpObserver;
  readonly signal?: AbortSignal;
  readonly command?: string;
}

async function start(mode: string, options: StartOptions = {}): Promise<StartedServer> {
  const server = await StartedServer.start(
    {
      command: {
        server: 'fixture',
        command: options.command ?? process.execPath,
        args: [FIXTURE, mode],
        env: { PATH, SECRET_FREE: 'yes' },
        cwd: process.cwd(),
        display: `node server.mjs ${mode}`,
      },
      clientInfo: { name: 'test', version: '0' },
      limits: { ...DEFAULT_MCP_LIMITS, closeGraceMs: 500, terminateGraceMs: 200, ...options.limits },
      observer: {
        ...options.observer,
        processStarted: (record) => records.push(record),
        processEnded: ({ pid }) => {
          ended.push(pid);
          watchEnd();
        },
      },
    },
    { signal: options.signal ?? NEVER },
  );
  servers.push(server);
  return server;
}

async function livingProcesses(): Promise<readonly number[]> {
  return (await Promise.all(records.map(({ pid }) => livingGroupMembers(pid)))).flat();
}

function failure(code: McpErrorCode) {
  return expect.objectContaining({ name: 'McpError', code, server: 'fixture' });
}

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close({ signal: NEVER })));
  const left = await livingProcesses();
  const recorded = new Set(records.map(({ pid }) => pid));
  const reportedEnds = new Set(ended);
  expect(ended).toHaveLength(reportedEnds.size);
  servers.length = 0;
  records.length = 0;
  ended.length = 0;
  expect(left).toEqual([]);
  expect(reportedEnds).toEqual(recorded);
});

describe('a working server', () => {
  it('is recorded, bound with its tools in order, called and ended', async () => {
    const { binding } = await start('good');
    const [record] = records;
    expect(record).toEqual({
      server: 'fixture',
      pid: expect.any(Number),
      startTime: await processStartTime(record?.pid ?? 0),
      command: 'node server.mjs good',
    });
    expect(binding.tools.map(({ name }) => name)).toEqual([
      'change-tools',
      'die',
      'echo',
      'env',
      'flood',
      'hang',
    ]);
    expect(await binding.client.callTool('echo', { text: 'hé' }, { signal: NEVER })).toEqual({
      content: 'hé',
      isError: false,
    });
  });

  it('receives only the environment it was given', async () => {
    const { binding } = await start('good');
    const { content } = await binding.client.callTool('env', {}, { signal: NEVER });
    expect(Object.keys(JSON.parse(content)).sort()).toEqual(['PATH', 'SECRET_FREE']);
  });

  it('answers a call to a tool it does not have with an error result', async () => {
    const { binding } = await start('good');
    const result = await binding.client.callTool('gone', {}, { signal: NEVER });
    expect(result).toEqual({ content: 'unknown tool gone', isError: true });
  });

  it('keeps the tools it was bound with when it announces others', async () => {
    const seen: string[] = [];
    const { binding } = await start('good', {
      observer: {
        toolListChanged: ({ server }) => seen.push(`changed ${server}`),
        serverLog: ({ level, text }) => seen.push(`${level} ${text}`),
      },
    });
    const before = binding.tools;
    await binding.client.callTool('change-tools', {}, { signal: NEVER });
    expect(binding.tools).toBe(before);
    expect(seen).toEqual(['changed fixture', 'info tools changed']);
  });

  it('is heard with as much of each log message as its bound allows', async () => {
    const seen: string[] = [];
    const { binding } = await start('good', {
      limits: { maxLogBytes: 10 },
      observer: { serverLog: ({ text }) => seen.push(text) },
    });
    await binding.client.callTool('log', {}, { signal: NEVER });
    expect(seen).toEqual(['null', '{"much":"x', 'short']);
  });

  it('is not disturbed by an observer that throws', async () => {
    const warned = new Promise((resolve) => process.once('warning', resolve));
    const { binding } = await start('good', {
      observer: {
        toolListChanged: () => {
          throw new Error('observer');
        },
      },
    });
    await binding.client.callTool('change-tools', {}, { signal: NEVER });
    expect(await warned).toMatchObject({ message: expect.stringContaining('observer') });
    expect(binding.client.connected).toBe(true);
  });

  it('may print rubbish once it is initialised', async () => {
    const counts: number[] = [];
    const { binding } = await start('good', {
      observer: { rubbishOnStdout: ({ count }) => counts.push(count) },
    });
    expect((await binding.client.callTool('flood', {}, { signal: NEVER })).content).toBe('flooded');
    expect(counts).toHaveLength(DEFAULT_MCP_LIMITS.maxReportedRubbishLines);
  });

  it('is given up in a call when the deadline passes, and stays connected', async () => {
    const { binding } = await start('good', { limits: { callTimeoutMs: 150 } });
    await expect(binding.client.callTool('hang', {}, { signal: NEVER })).rejects.toMatchObject({
      code: 'call-timeout',
      tool: 'hang',
      timeoutMs: 150,
    });
    expect(binding.client.connected).toBe(true);
  });

  it('tells a cancelled call from one that timed out', async () => {
    const cancel = new AbortController();
    const { binding } = await start('good', {
      observer: { stderr: () => cancel.abort(new Error('private')) },
    });
    await expect(binding.client.callTool('hang', {}, { signal: cancel.signal })).rejects.toEqual(
      failure('cancelled'),
    );
    await expect(binding.client.callTool('echo', {}, { signal: cancel.signal })).rejects.toEqual(
      failure('cancelled'),
    );
  });

  it('is given up when it asks and does not read the answers', async () => {
    const { binding } = await start('good', { limits: { maxUnsentMessages: 50 } });
    await expect(binding.client.callTool('stop-reading', {}, { signal: NEVER })).rejects.toEqual(
      failure('connection-closed'),
    );
    expect(binding.client.connected).toBe(false);
  });

  it('refuses a message over the limit and sends one at the limit', async () => {
    const { binding } = await start('good', { limits: { maxMessageBytes: 2_000 } });
    const call = (length: number) =>
      binding.client.callTool('echo', { text: 'x'.repeat(length) }, { signal: NEVER });
    const refusal = await call(2_000).catch((error: unknown) => error);
    expect(refusal).toEqual(failure('message-too-large'));
    const around = Number(/a message of (\d+) bytes/.exec(String(refusal))?.[1]) - 2_000;
    expect((await call(2_000 - around)).content).toHaveLength(2_000 - around);
    await expect(call(2_001 - around)).rejects.toMatchObject({
      code: 'message-too-large',
      message: expect.stringContaining('a message of 2001 bytes'),
    });
  });

  it('answers a call that it cannot understand with a failure', async () => {
    const { binding } = await start('good');
    await expect(binding.client.callTool('refuse', {}, { signal: NEVER })).rejects.toMatchObject({
      code: 'call-failed',
      tool: 'refuse',
      message: expect.stringContaining('not understood'),
    });
  });

  it('is refused calls after its binding was closed', async () => {
    const server = await start('good');
    const inFlight = server.binding.client.callTool('hang', {}, { signal: NEVER });
    const lost = expect(inFlight).rejects.toEqual(failure('connection-closed'));
    await server.close({ signal: NEVER });
    await lost;
    expect(server.binding.client.connected).toBe(false);
    await expect(server.binding.client.callTool('echo', {}, { signal: NEVER })).rejects.toEqual(
      failure('connection-closed'),
    );
  });

  it('may list its tools on several pages', async () => {
    const { binding } = await start('three-pages', { limits: { maxToolPages: 3 } });
    expect(binding.tools.map(({ name }) => name)).toEqual(['t0', 't1', 't2']);
  });
});

describe('a server that dies', () => {
  it('fails the calls in flight and all later ones, naming how it died and what it said', async () => {
    const { binding } = await start('good');
    const hanging = binding.client.callTool('hang', {}, { signal: NEVER });
    const lost = expect(hanging).rejects.toMatchObject({ code: 'server-exited', tool: 'hang' });
    await expect(binding.client.callTool('die', {}, { signal: NEVER })).rejects.toMatchObject({
      code: 'server-exited',
      tool: 'die',
      exitCode: null,
      signal: 'SIGKILL',
      stderr: expect.stringContaining('something terrible happened'),
      message: expect.stringContaining('something terrible happened'),
    });
    await lost;
    expect(binding.client.connected).toBe(false);
    await expect(binding.client.callTool('echo', {}, { signal: NEVER })).rejects.toEqual(
      failure('server-exited'),
    );
    expect(records).toHaveLength(1);
  });

  it('fails a call that is made before its death is known', async () => {
    const { binding } = await start('good');
    process.kill(records[0]?.pid ?? 0, 'SIGKILL');
    const calls = Array.from({ length: 3 }, () => binding.client.callTool('echo', {}, { signal: NEVER }));
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ reason: { code: 'server-exited', tool: 'echo', signal: 'SIGKILL' } });
    }
  });

  it('is refused at its start with its last stderr lines', async () => {
    await expect(start('die-at-once')).rejects.toMatchObject({
      code: 'server-exited',
      exitCode: 3,
      signal: null,
      stderr: 'no configuration found\ngiving up',
    });
  });

  it.each([
    ['all that it said on stderr, up to the bound', 33, 'no configuration found\ngiving up'],
    ['the end of what it said, past the bound', 32, 'o configuration found\ngiving up'],
  ])('is reported with %s', async (_, maxStderrBytes, stderr) => {
    const heard: string[] = [];
    const observer = { stderr: ({ text }: { text: string }) => heard.push(text) };
    await expect(start('die-at-once', { limits: { maxStderrBytes }, observer })).rejects.toMatchObject({
      code: 'server-exited',
      stderr,
    });
    expect(heard).toEqual([`${stderr}\n`]);
  });

  it('has until the bound for what it left in the pipe, and what comes later is lost', async () => {
    const call = async (exitDrainMs: number, afterMs: number) => {
      const { binding } = await start('good', { limits: { exitDrainMs } });
      return binding.client.callTool('bequeath', { afterMs }, { signal: NEVER });
    };
    expect(await call(20_000, 0)).toEqual({ content: 'from the heir', isError: false });
    await expect(call(0, 500)).rejects.toEqual(failure('server-exited'));
  });

  it('does not take its surviving children out of reach', async () => {
    const server = await start('orphan');
    process.kill(records[0]?.pid ?? 0, 'SIGKILL');
    await expect(server.binding.client.callTool('hang', {}, { signal: NEVER })).rejects.toEqual(
      failure('server-exited'),
    );
    expect(await livingProcesses()).toHaveLength(1);
    expect(ended).toEqual([]);
  });
});

describe('a server that cannot be bound', () => {
  it('is reported when its command does not exist', async () => {
    await expect(start('good', { command: '/does/not/exist' })).rejects.toEqual(failure('did-not-start'));
    await expect(start('good', { command: 'a\0b' })).rejects.toEqual(failure('did-not-start'));
    expect(records).toEqual([]);
  });

  it.each([
    ['silent', 'initialize-timeout', { initializeTimeoutMs: 150 }],
    ['refuse', 'initialize-failed', {}],
    ['rubbish', 'rubbish-on-stdout', {}],
    ['banner', 'rubbish-on-stdout', { maxRubbishLines: 1 }],
    ['endless-line', 'message-too-large', { maxMessageBytes: 100_000 }],
    ['no-list', 'list-tools-timeout', { listToolsTimeoutMs: 150 }],
    ['endless-pages', 'list-tools-failed', { maxToolPages: 3 }],
    ['three-pages', 'list-tools-failed', { maxToolPages: 2 }],
    ['odd-name', 'invalid-tools', {}],
    ['long-name', 'invalid-tools', {}],
    ['duplicate', 'invalid-tools', {}],
  ] as const)('is refused and ended: %s', async (mode, code, limits) => {
    await expect(start(mode, { limits })).rejects.toEqual(failure(code));
    expect(records).toHaveLength(1);
    expect(await livingProcesses()).toEqual([]);
  });

  it('is bound in spite of a banner within the limit', async () => {
    const excerpts: string[] = [];
    const { binding } = await start('banner', {
      limits: { maxRubbishLines: 2 },
      observer: { rubbishOnStdout: ({ excerpt }) => excerpts.push(excerpt) },
    });
    expect(binding.tools.length).toBeGreaterThan(0);
    expect(excerpts).toEqual(['Welcome to the server!', '{"not":"rpc"}']);
  });

  it('is quoted with as much of each line of rubbish as the bound allows', async () => {
    const line = 'Welcome to the server!';
    const excerpts: string[] = [];
    const observer = { rubbishOnStdout: ({ excerpt }: { excerpt: string }) => excerpts.push(excerpt) };
    await start('banner', { limits: { rubbishExcerptChars: line.length }, observer });
    await start('banner', { limits: { rubbishExcerptChars: line.length - 1 }, observer });
    expect(excerpts.filter((excerpt) => excerpt.startsWith('W'))).toEqual([line, line.slice(0, -1)]);
  });

  it('is ended when its start is cancelled', async () => {
    const cancel = new AbortController();
    const observer = { rubbishOnStdout: () => cancel.abort() };
    await expect(start('rubbish', { observer, signal: cancel.signal })).rejects.toEqual(failure('cancelled'));
    expect(await livingProcesses()).toEqual([]);
  });

  it('is not started when the start is already cancelled', async () => {
    await expect(start('good', { signal: AbortSignal.abort() })).rejects.toEqual(failure('cancelled'));
    expect(records).toEqual([]);
  });
});

describe('a server that does not want to end', () => {
  it('is killed together with its children', async () => {
    const server = await start('stubborn', { limits: { closeGraceMs: 50, terminateGraceMs: 50 } });
    expect(await livingProcesses()).toHaveLength(2);
    await Promise.all([server.close({ signal: NEVER }), server.close({ signal: NEVER })]);
    expect(await livingProcesses()).toEqual([]);
  });

  it('is killed at once when the close is aborted', async () => {
    const server = await start('stubborn', { limits: { closeGraceMs: 60_000, terminateGraceMs: 60_000 } });
    await server.close({ signal: AbortSignal.abort() });
    expect(await livingProcesses()).toEqual([]);
  });

  it('is reported together with the failure of its start when it is not gone in time', async () => {
    const gone = new Promise((resolve) => {
      watchEnd = resolve;
    });
    const limits = { initializeTimeoutMs: 50, terminateGraceMs: 0, killGraceMs: 0 };
    await expect(start('silent', { limits })).rejects.toMatchObject({
      name: 'AggregateError',
      errors: [failure('initialize-timeout'), failure('group-not-ended')],
    });
    await gone;
  });
});
