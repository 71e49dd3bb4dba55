import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/json-value.js';
import { MCP_DEFINITIONS_BYTES_MAX, MCP_TOOL_NAME_BYTES_MAX, MCP_TOOLS_MAX } from './limits.js';
import { McpBinding, type McpToolDefinition } from './mcp-binding.js';
import type { McpCallResult, McpClient } from './mcp-client.js';
import { mcpTools } from './mcp-tool.js';

function client(over: Partial<McpClient> = {}): McpClient {
  const callTool = async (): Promise<McpCallResult> => ({ content: '', isError: false });
  return { serverName: 'files', connected: true, callTool, ...over };
}

function tool(name: string, inputSchema: JsonObject = { type: 'object' }): McpToolDefinition {
  return { name, inputSchema };
}

const CONTEXT = {
  workspace: '/w',
  sessionId: 's',
  runId: 'r',
  callId: 'c',
  signal: new AbortController().signal,
  scope: { id: 'scope', registerEffect: () => undefined },
};

describe('an MCP binding', () => {
  it('keeps frozen copies of the definitions, sorted by name', () => {
    const schema = { type: 'object', properties: { path: { type: 'string' } } };
    const binding = new McpBinding('files', client(), [tool('write'), tool('read', schema)]);
    schema.properties.path.type = 'number';
    expect(binding.tools.map(({ name }) => name)).toEqual(['read', 'write']);
    expect(binding.tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { path: { type: 'string' } },
    });
    expect(Object.isFrozen(binding.tools[0]?.inputSchema['properties'])).toBe(true);
  });

  it.each([
    ['client-disconnected', client({ connected: false }), [tool('a')]],
    ['client-identity-mismatch', client({ serverName: 'other' }), [tool('a')]],
    ['duplicate-tool', client(), [tool('a'), tool('b'), tool('a')]],
    ['invalid-tool-name', client(), [tool('')]],
    ['invalid-tool-name', client(), [tool('a b')]],
    ['invalid-tool-name', client(), [tool('a\u0007')]],
    ['invalid-tool-name', client(), [tool(`${'é'.repeat((MCP_TOOL_NAME_BYTES_MAX - 12) / 2)}x`)]],
    ['tool-bound-exceeded', client(), Array.from({ length: MCP_TOOLS_MAX + 1 }, (_, n) => tool(`t${n}`))],
  ])('is refused with %s', (code, from, tools) => {
    expect(() => new McpBinding('files', from, tools)).toThrow(
      expect.objectContaining({ name: 'McpBindingError', code, serverName: 'files' }),
    );
  });

  it('holds as many tools, and as long names, as its limits say', () => {
    const tools = Array.from({ length: MCP_TOOLS_MAX }, (_, n) => tool(`t${n}`));
    expect(new McpBinding('files', client(), tools).tools).toHaveLength(MCP_TOOLS_MAX);
    const name = 'é'.repeat((MCP_TOOL_NAME_BYTES_MAX - 'mcp__files__'.length) / 2);
    expect(new McpBinding('files', client(), [tool(name)]).tools).toHaveLength(1);
  });

  it('holds definitions up to exactly its bound of bytes', () => {
    const empty = JSON.stringify([tool('a', { description: '' })]).length;
    const fits = tool('a', { description: 'x'.repeat(MCP_DEFINITIONS_BYTES_MAX - empty) });
    expect(new McpBinding('files', client(), [fits]).tools).toHaveLength(1);
    const over = tool('a', { description: 'x'.repeat(MCP_DEFINITIONS_BYTES_MAX - empty + 1) });
    expect(() => new McpBinding('files', client(), [over])).toThrow(
      expect.objectContaining({ code: 'definition-bytes-exceeded', bytes: MCP_DEFINITIONS_BYTES_MAX + 1 }),
    );
  });

  it('can be checked again when its client has gone', () => {
    let connected = true;
    const gone = client();
    const binding = new McpBinding(
      'files',
      {
        ...gone,
        get connected() {
          return connected;
        },
      },
      [tool('a')],
    );
    expect(() => binding.assertUsable()).not.toThrow();
    connected = false;
    expect(() => binding.assertUsable()).toThrow(expect.objectContaining({ code: 'client-disconnected' }));
  });
});

describe('the tools of an MCP binding', () => {
  it('bear the full name and call the raw one on the exact client', async () => {
    const calls: unknown[] = [];
    const binding = new McpBinding(
      'files',
      client({
        callTool: async (name, args, { signal }) => {
          calls.push([name, args, signal]);
          return { content: 'contents', isError: false, structured: { size: 8 } };
        },
      }),
      [{ ...tool('read'), description: 'Reads.' }],
    );
    const [wrapper] = mcpTools(binding);
    expect(wrapper).toMatchObject({
      name: 'mcp__files__read',
      description: 'Reads.',
      parameters: { type: 'object' },
    });
    await expect(wrapper?.execute({ path: 'a' }, CONTEXT)).resolves.toEqual({
      content: 'contents',
      success: true,
      trust: 'external',
      metadata: { size: 8 },
    });
    expect(calls).toEqual([['read', { path: 'a' }, CONTEXT.signal]]);
  });

  it('fail when the server says so', async () => {
    const callTool = async (): Promise<McpCallResult> => ({ content: 'no such file', isError: true });
    const [wrapper] = mcpTools(new McpBinding('files', client({ callTool }), [tool('read')]));
    await expect(wrapper?.execute({}, CONTEXT)).resolves.toEqual({
      content: 'no such file',
      success: false,
      trust: 'external',
    });
  });
});
