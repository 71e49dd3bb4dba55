import { describe, expect, it } from 'vitest';
import { MAX_PUBLIC_NAME_BYTES } from '../src/identity/limits.js';
import type { Tool } from '../src/index.js';
import { DYNAMIC_TOOLS_MAX } from '../src/session/limits.js';
import { CountingEffect, RecordingTool } from '../src/testing/index.js';
import { mcpBatch, openSession, rejectionOf, toolBatch } from './session-builders.js';
import { thrownBy } from './set-builders.js';

describe('names that a host has registered', () => {
  it('refuse a published tool of the same name before publication', async () => {
    const { session, recorder } = openSession();
    session.registerDynamicTool(new RecordingTool('projected'));
    const effect = new CountingEffect();
    const refused = session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('projected')], effect));
    expect(await rejectionOf(refused)).toMatchObject({
      code: 'runtime-name-conflict',
      kind: 'tool',
      publicName: 'projected',
      heldBy: 'a tool registered by the host',
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(await session.drainCapabilityCleanup()).toMatchObject({ rollbackBatches: 1 });
    expect(effect.closed).toBe(1);
    expect(recorder.types).not.toContain('generation-published');
    await session.close();
  });

  it('refuse an MCP server whose tool would have the same full name', async () => {
    const { session } = openSession();
    session.registerDynamicTool(new RecordingTool('mcp__files__read'));
    expect(await rejectionOf(session.applyCapabilityBatch(mcpBatch(1, 'files', ['read'])))).toMatchObject({
      code: 'runtime-name-conflict',
      kind: 'mcp',
      publicName: 'mcp__files__read',
    });
    await session.close();
  });

  it('are refused when a published tool or a tool of a published server has them', async () => {
    const { session, recorder } = openSession();
    await session.applyCapabilityBatch(
      mcpBatch(1, 'files', ['read'], { beside: [new RecordingTool('list')] }),
    );
    for (const [name, heldBy] of [
      ['list', 'host/host:tool:tool-0'],
      ['mcp__files__read', 'host/host:mcp:files'],
    ] as const) {
      expect(thrownBy(() => session.registerDynamicTool(new RecordingTool(name)))).toMatchObject({
        name: 'SessionError',
        code: 'capability',
        cause: { code: 'runtime-name-conflict', kind: 'tool', publicName: name, heldBy },
      });
    }
    expect(recorder.of('registration-refused').map(({ publicName, code }) => [publicName, code])).toEqual([
      ['list', 'runtime-name-conflict'],
      ['mcp__files__read', 'runtime-name-conflict'],
    ]);
    session.registerDynamicTool(new RecordingTool('mcp__files__write'));
    await session.close();
  });

  it('can be replaced and removed, and that is told', async () => {
    const { session, recorder } = openSession();
    session.registerDynamicTool(new RecordingTool('a'));
    session.registerDynamicTool(new RecordingTool('a'));
    expect(session.unregisterDynamicTool('a')).toBe(true);
    expect(session.unregisterDynamicTool('a')).toBe(false);
    expect(recorder.of('registration').map(({ action }) => action)).toEqual(['added', 'replaced', 'removed']);
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')]));
    await session.close();
    const refusal = { code: 'session-closed' };
    expect(thrownBy(() => session.registerDynamicTool(new RecordingTool('b')))).toMatchObject(refusal);
    expect(thrownBy(() => session.unregisterDynamicTool('a'))).toMatchObject(refusal);
  });

  it.each([[''], [' a'], ['a\n'], ['x'.repeat(257)]])('cannot be %j', async (name) => {
    const { session } = openSession();
    expect(thrownBy(() => session.registerDynamicTool(new RecordingTool(name)))).toMatchObject({
      code: 'tool-invalid',
    });
    await session.close();
  });

  it('can be as long as a published one', async () => {
    const { session } = openSession();
    const name = 'é'.repeat(MAX_PUBLIC_NAME_BYTES / 2);
    session.registerDynamicTool(new RecordingTool(name));
    expect(session.unregisterDynamicTool(name)).toBe(true);
    await session.close();
  });

  it('is told of up to its limit when it is refused', async () => {
    const { session, recorder } = openSession();
    const longest = 'n'.repeat(MAX_PUBLIC_NAME_BYTES);
    thrownBy(() => session.registerDynamicTool({ name: longest } as Tool));
    thrownBy(() => session.registerDynamicTool({ name: `${longest}n` } as Tool));
    const told = recorder.of('registration-refused').map(({ publicName }) => publicName);
    expect(told).toEqual([longest, longest]);
    await session.close();
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'read'],
    ['a tool without a name', { description: 'Reads.', parameters: { type: 'object' } }],
  ])('belong to tools, and %s is none', async (_what, tool) => {
    const { session, recorder } = openSession();
    expect(thrownBy(() => session.registerDynamicTool(tool as Tool))).toMatchObject({
      code: 'tool-invalid',
      reason: 'it has no name that is a text',
    });
    expect(recorder.of('registration-refused')).toMatchObject([{ kind: 'tool', publicName: '' }]);
    await session.close();
  });

  it('are at most so many', async () => {
    const { session } = openSession();
    for (let n = 0; n < DYNAMIC_TOOLS_MAX; n += 1) {
      session.registerDynamicTool(new RecordingTool(`tool-${n}`));
    }
    expect(thrownBy(() => session.registerDynamicTool(new RecordingTool('one-more')))).toMatchObject({
      code: 'dynamic-tool-limit-reached',
      max: DYNAMIC_TOOLS_MAX,
    });
    session.registerDynamicTool(new RecordingTool('tool-0'));
    await session.close();
  });
});

describe('inside one batch', () => {
  it('a tool with the full name of a server’s tool is refused', async () => {
    const { session } = openSession();
    const batch = mcpBatch(1, 'files', ['read'], { beside: [new RecordingTool('mcp__files__read')] });
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'runtime-name-conflict',
      kind: 'mcp',
      publicName: 'mcp__files__read',
      heldBy: 'host/host:tool:tool-0',
    });
    await session.close();
  });
});
