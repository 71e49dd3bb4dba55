import { describe, expect, it } from 'vitest';
import { hookOf, soundHook } from '../../test/hook-builders.js';
import type { HookDefinition } from '../kinds/hook.js';
import { HookSet } from './hook-set.js';

/** The ids of the hooks that an event about a tool has, in order. */
function matching(definitions: readonly HookDefinition[], tool: string): readonly string[] {
  const hooks = new HookSet(definitions.map((definition) => soundHook(hookOf(definition))));
  return hooks.matching('pre_tool_use', { tool }).map(({ id }) => id);
}

function onTool(id: string, over: Partial<HookDefinition> = {}): HookDefinition {
  return { id, eventType: 'pre_tool_use', ...over };
}

describe('the hooks of an event', () => {
  it('come by priority, then by the bytes of their ids', () => {
    const ids = ['b', 'a', 'B', '\u{ffff}', '\u{1f600}', 'aa'];
    const first = onTool('z', { config: { priority: -1 } });
    const last = onTool('0', { config: { priority: 101 } });
    expect(matching([last, ...ids.map((id) => onTool(id)), first], 'read')).toEqual([
      'z',
      'B',
      'a',
      'aa',
      'b',
      '\u{ffff}',
      '\u{1f600}',
      '0',
    ]);
  });

  it('are those whose matcher the tool has the name for, and those without one', () => {
    const hooks = [
      onTool('all'),
      onTool('any', { matcher: '*' }),
      onTool('exact', { matcher: 'read_file' }),
      onTool('glob', { matcher: 'mcp__*__read*' }),
      onTool('not a pattern', { matcher: 'read.file' }),
      onTool('other event', { eventType: 'post_tool_use' }),
    ];
    expect(matching(hooks, 'read_file')).toEqual(['all', 'any', 'exact']);
    expect(matching(hooks, 'mcp__files__read_file')).toEqual(['all', 'any', 'glob']);
    expect(matching(hooks, 'Read_file')).toEqual(['all', 'any']);
  });
});
