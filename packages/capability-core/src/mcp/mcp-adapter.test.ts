// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { openSession } from '../../test/session-builders.js';
import { CONTEXT } from '../../test/tool-context.js';
import type { PreparedCapability } from '../catalog/prepared-capability.js';
import { McpAdapter } from './mcp-adapter.js';
import { mcpAdapterFactory } from './mcp-adapter-factory.js';
import type { McpProcessRecord } from './mcp-observer.js';
import { livingGroupMembers } from './process-table.js';
import { inheritedEnvironment } from './server-environment.js';

const NEVER = new AbortController().signal;
const EVERYTHING = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

const environment = {
  variables: { NODE: process.execPath, SERVER: EVERYTHING },
  inherited: inheritedEnvironment(process.env),
  cwd: process.cwd(),
};
const config = {
  name: 'everything',
  command: '${NODE}',
  args: ['${SERVER}', 'stdio'],
  env: { EDITION: '${EDITION:-first}' },
  cwd: null,
};

const records: McpProcessRecord[] = [];
const observer = { processStarted: (record: McpProcessRecord) => void records.push(record) };

afterEach(() => {
  records.length = 0;
});

function bindingOf({ value }: PreparedCapability) {
  if (value.kind !== 'mcp') throw new TypeError(`expected an MCP binding, got ${value.kind}`);
  return value.binding;
}

describe('McpAdapter', () => {
  it('makes the reference server ready, and its one effect ends it', async () => {
    const prepared = await new McpAdapter({ config, environment, observer }).prepare({ signal: NEVER });
    const binding = bindingOf(prepared);
    const [effect, ...more] = prepared.takeEffects();
    try {
      expect(more).toEqual([]);
      expect(effect?.name).toBe('mcp-server everything');
      expect(binding.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-env']));
      const call = (name: string, args = {}) => binding.client.callTool(name, args, { signal: NEVER });
      expect(await call('echo', { message: 'hi' })).toEqual({ content: 'Echo: hi', isError: false });
      expect(JSON.parse((await call('get-env')).content)).toMatchObject({ EDITION: 'first' });
      expect(await call('echo', { message: 3 })).toMatchObject({ isError: true });
      expect(await call('no-such-tool')).toMatchObject({ isError: true });
      expect((await call('get-tiny-image')).content).toMatch(/\[image image\/png, \d+ base64 characters\]/);
      const structured = await call('get-structured-content', { location: 'Chicago' });
      expect(structured).toMatchObject({ isError: false, structured: { conditions: expect.any(String) } });
      expect((await call('get-resource-links', { count: 1 })).content).toContain('[resource ');
      expect(records).toMatchObject([{ server: 'everything', command: '${NODE} ${SERVER} stdio' }]);
    } finally {
      await effect?.close({ signal: NEVER });
    }
    expect(await livingGroupMembers(records[0]?.pid ?? 0)).toEqual([]);
  });

  it('gives a session a server of the host’s own, which lives as long as its last run', async () => {
    const { session, recorder } = openSession();
    await session.addMcpServer('everything', new McpAdapter({ config, environment, observer }));
    const run = await session.admitCapabilityRun();
    await session.removeMcpServer('everything');
    const echo = run.registry.tools.get('mcp__everything__echo');
    expect(await echo?.execute({ message: 'hi' }, CONTEXT)).toMatchObject({ content: 'Echo: hi' });
    await run[Symbol.asyncDispose]();
    await recorder.seen(({ type }) => type === 'mcp-server-closed');
    expect(await livingGroupMembers(records[0]?.pid ?? 0)).toEqual([]);
    await session.close();
  });

  it('starts nothing while a variable is unset', async () => {
    const adapter = new McpAdapter({ config: { ...config, command: '${UNSET}' }, environment, observer });
    await expect(adapter.prepare({ signal: NEVER })).rejects.toMatchObject({
      code: 'unset-variable',
      variable: 'UNSET',
    });
    expect(records).toEqual([]);
  });
});

describe('mcpAdapterFactory', () => {
  it('lets a configuration name its package', async () => {
    const start = { config: { ...config, env: { ROOT: '${CLAUDE_PLUGIN_ROOT}' } } };
    const adapter = mcpAdapterFactory({ environment, observer })({
      ...start,
      packageRoot: '/packages/notes',
      packageName: 'notes',
    });
    const prepared = await adapter.prepare({ signal: NEVER });
    const [effect] = prepared.takeEffects();
    try {
      const { content } = await bindingOf(prepared).client.callTool('get-env', {}, { signal: NEVER });
      expect(Object.entries(JSON.parse(content))[0]).toEqual(['ROOT', '/packages/notes']);
    } finally {
      await effect?.close({ signal: NEVER });
    }
  });
});
