import { describe, expect, it } from 'vitest';
import { toolDefinitions } from './tool-definitions.js';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' as const } });
const invalid = expect.objectContaining({ code: 'invalid-tools' });

describe('toolDefinitions', () => {
  it('keeps name, description and schema, and nothing else', () => {
    const annotated = { ...tool('Read.it_now-2'), description: 'd', title: 't', annotations: {} };
    expect(toolDefinitions('s', [annotated, tool('b')])).toEqual([
      { name: 'Read.it_now-2', description: 'd', inputSchema: { type: 'object' } },
      { name: 'b', inputSchema: { type: 'object' } },
    ]);
  });

  it('lets a name with its prefix have 64 characters and no more', () => {
    const room = 64 - 'mcp__server__'.length;
    expect(toolDefinitions('server', [tool('n'.repeat(room))])).toHaveLength(1);
    expect(() => toolDefinitions('server', [tool('n'.repeat(room + 1))])).toThrow(invalid);
  });

  it.each(['', 'a b', 'a/b', 'é', 'a\n', 'n'.repeat(129)])('refuses the name %j', (name) => {
    expect(() => toolDefinitions('s', [tool(name)])).toThrow(invalid);
  });

  it('refuses a name that comes twice', () => {
    expect(() => toolDefinitions('s', [tool('a'), tool('b'), tool('a')])).toThrow(invalid);
  });
});
