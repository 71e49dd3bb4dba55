import { describe, expect, it } from 'vitest';
import { ScriptedModel } from '../src/testing/index.js';
import { mcpBatch, openSession, rejectionOf } from './session-builders.js';

describe('an MCP server in a run', () => {
  it('is called under its full name, on its exact client', async () => {
    const calls: unknown[] = [];
    const client = {
      callTool: async (name: string, args: unknown) => {
        calls.push([name, args]);
        return { content: 'contents of a', isError: false };
      },
    };
    const model = new ScriptedModel(
      ({ tools }) => {
        expect(tools.map(({ name }) => name)).toEqual(['mcp__files__read']);
        return ScriptedModel.toolCalls({ name: 'mcp__files__read', input: { path: 'a' } });
      },
      () => ScriptedModel.text('done'),
    );
    const { session, recorder } = openSession(model);
    await session.applyCapabilityBatch(mcpBatch(1, 'files', ['read'], { client }));
    await session.send('read a');
    expect(calls).toEqual([['read', { path: 'a' }]]);
    expect(recorder.of('run-tool-call')).toMatchObject([
      { phase: 'started', tool: 'mcp__files__read', arguments: { path: 'a' } },
      { phase: 'finished', success: true, content: 'contents of a' },
    ]);
    await session.close();
  });
});

describe('a server that has gone', () => {
  it('refuses the publication and each admission', async () => {
    let connected = true;
    const client = {
      get connected() {
        return connected;
      },
    };
    const { session } = openSession();
    await session.applyCapabilityBatch(mcpBatch(1, 'files', ['read'], { client }));
    const next = mcpBatch(2, 'files', ['read'], { client });
    connected = false;
    const refusal = { code: 'runtime-value-invalid', kind: 'mcp', publicName: 'files' };
    expect(await rejectionOf(session.applyCapabilityBatch(next))).toMatchObject(refusal);
    expect(await rejectionOf(session.admitCapabilityRun())).toMatchObject(refusal);
    expect(await rejectionOf(session.send('hello'))).toMatchObject({ code: 'capability', cause: refusal });
    expect(session.runs()).toEqual([]);
    await session.close();
  });
});
