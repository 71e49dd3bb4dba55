import { describe, expect, it } from 'vitest';
import { CapabilityValue, SessionCapabilityBatch, type Tool, ToolOutput } from '../src/index.js';
import { RecordingTool, ScriptedModel } from '../src/testing/index.js';
import { openSession, rejectionOf } from './session-builders.js';
import { idIn, toolSet } from './set-builders.js';

const sound: Tool = {
  name: 'a',
  description: 'Answers.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  execute: async () => ToolOutput.success('done'),
};

/** What a caller without types can hand over. */
function broken(change: Readonly<Record<string, unknown>>): Tool {
  return Object.assign({}, sound, change);
}

const flaws: readonly (readonly [string, Tool, RegExp])[] = [
  ['an unknown type in its schema', broken({ parameters: { type: 'objekt' } }), /parameters\/type/],
  ['no schema', broken({ parameters: undefined }), /no JSON Schema of an object/],
  ['a list as its schema', broken({ parameters: [] }), /no JSON Schema of an object/],
  ['a schema of an unknown dialect', broken({ parameters: { $schema: 'x:none' } }), /no JSON Schema/],
  ['no function to execute', broken({ execute: undefined }), /no function execute/],
  ['no description', broken({ description: undefined }), /no description that is a text/],
];

describe('a tool with a flaw that no call could get past', () => {
  it.each(flaws)('is not published: %s', async (_flaw, tool, reason) => {
    const { session } = openSession();
    const before = session.capabilityCatalogStamp;
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stageValue(idIn(set, 'a'), CapabilityValue.tool(tool));
    const error = await rejectionOf(session.applyCapabilityBatch(batch));
    expect(error).toMatchObject({ code: 'runtime-value-invalid', kind: 'tool', publicName: 'a' });
    expect(String(error)).toMatch(reason);
    expect(session.capabilityCatalogStamp).toBe(before);
  });

  it.each(flaws)('is not registered: %s', (_flaw, tool, reason) => {
    const { session } = openSession();
    expect(() => session.registerDynamicTool(tool)).toThrow(reason);
    expect(session.unregisterDynamicTool('a')).toBe(false);
  });
});

it('a tool that cannot be read any more is not shown, and its run goes on without it', async () => {
  const { session, recorder } = openSession(
    new ScriptedModel(({ tools }) => ScriptedModel.text(tools.map(({ name }) => name).join())),
  );
  const tool = broken({});
  session.registerDynamicTool(tool);
  session.registerDynamicTool(new RecordingTool('b'));
  Object.defineProperty(tool, 'description', {
    get: () => {
      throw new Error('gone');
    },
  });
  const { text, runId } = await session.send('go');
  expect(text).toBe('b');
  expect(session.runSnapshot(runId)?.status).toBe('completed');
  expect(recorder.types).toContain('run-finished');
  await session.close();
});
