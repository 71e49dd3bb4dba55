// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are written in the configuration's own notation
import { describe, expect, it } from 'vitest';
import { MAX_SERVER_NAME_CHARS } from './limits.js';
import { readMcpFile, readMcpServers } from './mcp-file.js';

const server = (entry: unknown, name = 'notebook') => {
  const [read] = readMcpServers('.mcp.json', { [name]: entry }, new Set(['KNOWN']));
  return { outcome: read?.item.outcome, config: read?.value?.config, notes: read?.item.diagnostics };
};

describe('an MCP configuration', () => {
  it.each([
    ['flat', { a: { command: 'x' }, b: { command: 'y' } }],
    ['in mcpServers', { mcpServers: { a: { command: 'x' }, b: { command: 'y' } }, other: 1 }],
    ['in servers', { servers: { a: { type: 'local', command: 'x' }, b: { command: 'y' } } }],
  ])('is read %s', (_form, value) => {
    const names = readMcpFile('.mcp.json', JSON.stringify(value), new Set()).map(
      (read) => read.value?.config.name,
    );
    expect(names).toEqual(['a', 'b']);
  });

  it('keeps arguments, environment and folder unexpanded', () => {
    const entry = {
      command: '${NODE:-node}',
      args: ['a', '${CLAUDE_PLUGIN_ROOT}/b'],
      env: { K: 'v' },
      cwd: '/c',
    };
    expect(server(entry)).toEqual({
      outcome: 'loaded',
      config: { name: 'notebook', ...entry },
      notes: [],
    });
  });

  it('reads numbers as text, and says which variables a server lacks', () => {
    const { config, notes } = server({
      command: '${TOOL}',
      args: [1],
      env: { DEBUG: true, KEY: '${TOOL}${KEY}' },
      cwd: '${KNOWN}',
    });
    expect(config).toMatchObject({ args: ['1'], env: { DEBUG: 'true', KEY: '${TOOL}${KEY}' } });
    expect(notes?.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('read as text'),
      expect.stringMatching(/are set: TOOL, KEY\.$/),
    ]);
  });

  it.each([
    ['no command', {}],
    ['an empty command', { command: '' }],
    ['a command of the wrong type', { command: 3 }],
    ['arguments of the wrong type', { command: 'x', args: 'y' }],
    ['an empty url', { url: '' }],
    ['a url', { url: 'https://example.org' }],
    ['an HTTP type', { type: 'http', url: 'https://example.org' }],
    ['no map', 'node'],
  ])('skips a server with %s', (_what, entry) => {
    expect(server(entry)).toMatchObject({ outcome: 'skipped', config: undefined });
  });

  it('skips a server whose tools would have names that no model accepts', () => {
    const ok = { command: 'x' };
    expect(server(ok, 'n'.repeat(MAX_SERVER_NAME_CHARS)).outcome).toBe('loaded');
    expect(server(ok, 'n'.repeat(MAX_SERVER_NAME_CHARS + 1)).outcome).toBe('skipped');
    expect(server(ok, 'a b').outcome).toBe('skipped');
  });

  it.each(['[]', '3', 'null'])('skips the file when it is %s', (text) => {
    expect(readMcpFile('.mcp.json', text, new Set())).toMatchObject([
      { value: null, item: { name: '.mcp.json' } },
    ]);
  });
});
