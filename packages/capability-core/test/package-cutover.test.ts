// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Agent, type AgentSession, PermissionPolicy, RehearsalModel } from '../src/index.js';
import {
  inheritedEnvironment,
  type McpObserver,
  type McpProcessRecord,
  mcpAdapterFactory,
} from '../src/mcp/index.js';
import { livingGroupMembers } from '../src/mcp/process-table.js';
import {
  readPackageFolder,
  sessionBatch,
  snapshotBatch,
  snapshotPackages,
  type UseSnapshot,
} from '../src/registry/index.js';

const NEVER = new AbortController().signal;
const EVERYTHING = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

const agent = Agent.fromConfig({ permissionPolicy: new PermissionPolicy().allow('*') });

let base = '';
let session: AgentSession;
let processes: McpProcessRecord[] = [];

const model = new RehearsalModel({
  turns: [
    { toolCalls: [{ tool: 'mcp__notebook__get-env' }] },
    { waitFor: 'hold', toolCalls: [{ tool: 'mcp__notebook__get-env' }] },
    { text: '{{toolResult}}' },
  ],
});
const observer: McpObserver = { processStarted: (record) => void processes.push(record) };

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'changeover-cutover-'));
  processes = [];
  session = agent.buildSession(base, model);
});

afterEach(async () => {
  await session.close();
  await rm(base, { recursive: true, force: true });
  expect(await living()).toEqual([]);
});

async function living(): Promise<readonly number[]> {
  return (await Promise.all(processes.map(({ pid }) => livingGroupMembers(pid)))).flat();
}

async function putPackage(edition: string, command = '${NODE}'): Promise<string> {
  const root = join(base, edition);
  const notebook = { command, args: ['${SERVER}', 'stdio'], env: { EDITION: edition } };
  const files = {
    '.claude-plugin/plugin.json': JSON.stringify({ name: 'field-notes', version: edition }),
    '.mcp.json': JSON.stringify({ mcpServers: { notebook } }),
    'skills/take-notes/SKILL.md': `---\nname: take-notes\ndescription: Edition ${edition}.\n---\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

async function snapshot(root: string, generation: number): Promise<UseSnapshot> {
  const mcp = mcpAdapterFactory({
    environment: {
      variables: { NODE: process.execPath, SERVER: EVERYTHING },
      inherited: inheritedEnvironment(process.env),
      cwd: base,
    },
    observer,
  });
  return snapshotPackages([await readPackageFolder(root, { signal: NEVER })], {
    generation,
    adapters: { mcp },
  });
}

describe('packages in a session', () => {
  it('cut over under a run that keeps its server until it ends', async () => {
    const first = await snapshot(await putPackage('1.0.0'), 1);
    await session.applyCapabilityBatch(sessionBatch(session, first));
    const old = await session.spawnRun('look', { runId: 'old' });
    await model.whenWaiting('hold', { signal: NEVER });
    expect(first.leaseProvider.held).toBe(1);

    const second = await snapshot(await putPackage('1.1.0'), 2);
    await session.applyCapabilityBatch(sessionBatch(session, second));
    await session.drainCapabilityCleanup();
    expect(await living()).toHaveLength(2);

    const fresh = await session.spawnRun('look', { runId: 'fresh' });
    while (model.waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    model.release('hold');
    expect(JSON.parse((await old.result).text)).toMatchObject({ EDITION: '1.0.0' });
    expect(JSON.parse((await fresh.result).text)).toMatchObject({ EDITION: '1.1.0' });
    expect([first.leaseProvider.held, second.leaseProvider.held]).toEqual([0, 0]);

    const cleanup = await session.drainCapabilityCleanup();
    expect(cleanup).toMatchObject({ retiredBatches: 1, effectsClosed: 1, clean: true });
    expect(await living()).toEqual([processes[1]?.pid]);
  });

  it('tell a run that its server was killed, and start no other', async () => {
    await session.applyCapabilityBatch(sessionBatch(session, await snapshot(await putPackage('1.0.0'), 1)));
    const { result } = await session.spawnRun('look');
    await model.whenWaiting('hold', { signal: NEVER });
    process.kill(-(processes[0]?.pid ?? 0), 'SIGKILL');
    model.release('hold');
    expect((await result).text).toContain('the server exited by SIGKILL');
    expect(processes).toHaveLength(1);
  });

  it('publish nothing when a server does not start, and leave nothing behind', async () => {
    const before = session.capabilityCatalogStamp;
    const broken = await snapshot(await putPackage('broken', '/does/not/exist'), 1);
    await expect(session.applyCapabilityBatch(sessionBatch(session, broken))).rejects.toMatchObject({
      message: expect.stringContaining('/does/not/exist'),
    });
    expect(session.capabilityCatalogStamp).toEqual(before);
    expect(processes).toEqual([]);
  });

  it('publish nothing of a package that changed between reading it and applying it', async () => {
    const root = await putPackage('1.0.0');
    const planned = await snapshot(root, 1);
    await writeFile(join(root, 'late.txt'), 'a change');
    await expect(session.applyCapabilityBatch(sessionBatch(session, planned))).rejects.toMatchObject({
      message: expect.stringContaining('changed since it was read (late.txt)'),
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(processes).toEqual([]);
  });

  it('come back under their old number in a new session', async () => {
    const root = await putPackage('1.0.0');
    const first = await snapshot(root, 3);
    await session.applyCapabilityBatch(sessionBatch(session, first));
    const binding = session.currentCapabilityBinding;
    await session.close();
    session = agent.buildSession(base, model);
    const again = snapshotBatch(await snapshot(root, 3), 1);
    await session.bootstrapRecoveryCapabilityBatch(binding, again);
    expect(session.capabilityCatalogStamp.digest).toBe(binding.catalogDigest);
  });
});
