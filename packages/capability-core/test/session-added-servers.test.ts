import { describe, expect, it } from 'vitest';
import {
  type AgentSession,
  type CapabilityEffect,
  CapabilityValue,
  McpBinding,
  type McpClient,
  ScopeClosePolicy,
  SessionCapabilityBatch,
} from '../src/index.js';
import { ADDED_MCP_SERVERS_MAX } from '../src/session/limits.js';
import {
  CountingEffect,
  FailingAdapter,
  FailingEffect,
  HeldAdapter,
  ReadyAdapter,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { reactions } from '../src/testing/reactions.js';
import { mcpBatch, openSession, rejectionOf, toolBatch } from './session-builders.js';
import { idIn, thrownBy, toolSet, toolValue } from './set-builders.js';

function serverOf(name: string, ...tools: readonly string[]): CapabilityValue {
  const client: McpClient = {
    serverName: name,
    connected: true,
    callTool: async (tool) => ({ content: `${name} did ${tool}`, isError: false }),
  };
  const definitions = tools.map((tool) => ({ name: tool, inputSchema: { type: 'object' } }));
  return CapabilityValue.mcp(new McpBinding(name, client, definitions));
}

const adapterOf = (name: string, ...effects: readonly CapabilityEffect[]) =>
  new ReadyAdapter(serverOf(name, 'read'), ...effects);

/** The names of the tools that a run admitted now would have. */
async function toolsOf(session: AgentSession): Promise<readonly string[]> {
  await using run = await session.admitCapabilityRun();
  return [...run.registry.tools.keys()];
}

describe('an MCP server that the host adds', () => {
  it('is there for the runs after it, beside published ones, and is called on its client', async () => {
    const model = new ScriptedModel(
      ({ tools }) => {
        expect(tools.map(({ name }) => name)).toEqual(['mcp__notes__read', 'mcp__files__read']);
        return ScriptedModel.toolCalls({ name: 'mcp__notes__read' });
      },
      () => ScriptedModel.text('done'),
    );
    const { session, recorder } = openSession(model);
    await session.applyCapabilityBatch(mcpBatch(1, 'files', ['read']));
    const before = await session.admitCapabilityRun();
    await session.addMcpServer('notes', adapterOf('notes'));
    expect([...before.registry.tools.keys()]).toEqual(['mcp__files__read']);
    await session.send('read');
    expect(recorder.of('run-tool-call').at(-1)).toMatchObject({ success: true, content: 'notes did read' });
    expect(recorder.of('registration')).toMatchObject([
      { kind: 'mcp', publicName: 'notes', action: 'added' },
    ]);
    expect(session.capabilityCatalogStamp.generation).toBe(1);
    await before[Symbol.asyncDispose]();
    await session.close();
  });

  it('is closed when it is removed, once no run has it any more', async () => {
    const { session, recorder } = openSession();
    const effect = new CountingEffect('server');
    await session.addMcpServer('notes', adapterOf('notes', effect));
    const runs = [await session.admitCapabilityRun(), await session.admitCapabilityRun()];
    expect(await session.removeMcpServer('notes')).toBe(true);
    expect(await toolsOf(session)).toEqual([]);
    expect(runs[0]?.registry.mcp.get('notes')?.serverName).toBe('notes');
    await runs[0]?.[Symbol.asyncDispose]();
    expect(effect.closed).toBe(0);
    await runs[1]?.[Symbol.asyncDispose]();
    await recorder.seen(({ type }) => type === 'mcp-server-closed');
    expect(effect.closed).toBe(1);
    expect(recorder.of('mcp-server-closed')).toMatchObject([
      { serverName: 'notes', report: { retiredBatches: 1, effectsClosed: 1, clean: true } },
    ]);
    expect(await session.removeMcpServer('notes')).toBe(false);
    await session.close();
    expect(effect.closed).toBe(1);
  });

  it('is closed before its removal is over when no run has it, and can be added again', async () => {
    const { session } = openSession();
    const [first, second] = [new CountingEffect(), new CountingEffect()];
    await session.addMcpServer('notes', adapterOf('notes', first));
    await session.removeMcpServer('notes');
    expect(first.closed).toBe(1);
    await session.addMcpServer('notes', adapterOf('notes', second));
    expect(await toolsOf(session)).toEqual(['mcp__notes__read']);
    await session.close();
    expect([first.closed, second.closed]).toEqual([1, 1]);
  });

  it('is closed with the session, even if a run has it, and what fails is told', async () => {
    const { session, recorder } = openSession();
    const effect = new CountingEffect();
    await session.addMcpServer('notes', adapterOf('notes', effect));
    await session.addMcpServer('stuck', adapterOf('stuck', new FailingEffect('test.stuck')));
    const run = await session.admitCapabilityRun();
    await session.close();
    expect(effect.closed).toBe(1);
    const reports = new Map(
      recorder.of('mcp-server-closed').map((event) => [event.serverName, event.report]),
    );
    expect(reports.get('notes')).toMatchObject({ clean: true, effectsClosed: 1 });
    expect(reports.get('stuck')).toMatchObject({ clean: false, failures: [{ name: 'test.stuck' }] });
    expect(recorder.types.at(-1)).toBe('session-closed');
    await run[Symbol.asyncDispose]();
    expect(effect.closed).toBe(1);
    const refusal = { name: 'SessionError', code: 'session-closed' };
    expect(await rejectionOf(session.addMcpServer('notes', adapterOf('notes')))).toMatchObject(refusal);
    expect(await rejectionOf(session.removeMcpServer('notes'))).toMatchObject(refusal);
  });

  it('keeps the session from being closed before it is closed itself', async () => {
    const { session, recorder } = openSession();
    const [closing, goOn] = [new Semaphore(), new Semaphore()];
    const slow: CapabilityEffect = {
      name: 'slow',
      close: async () => {
        closing.add();
        await goOn.acquire();
      },
    };
    await session.addMcpServer('notes', adapterOf('notes', slow));
    const run = await session.admitCapabilityRun();
    await session.removeMcpServer('notes');
    await run[Symbol.asyncDispose]();
    await closing.acquire();
    const end = session.close();
    await reactions();
    expect(recorder.types).not.toContain('session-closed');
    goOn.add();
    await end;
  });

  it('is let go by a run that was refused', async () => {
    const { session } = openSession();
    const effect = new CountingEffect();
    await session.addMcpServer('notes', adapterOf('notes', effect));
    await rejectionOf(session.admitCapabilityRun({ signal: AbortSignal.abort() }));
    await session.removeMcpServer('notes');
    expect(effect.closed).toBe(1);
    await session.close();
  });
});

describe('names of added servers', () => {
  it('refuse a published server, and tools with the name of one of theirs', async () => {
    const { session } = openSession();
    await session.addMcpServer('notes', adapterOf('notes'));
    const heldBy = 'an MCP server added by the host';
    expect(await rejectionOf(session.applyCapabilityBatch(mcpBatch(1, 'notes', ['other'])))).toMatchObject({
      code: 'runtime-name-conflict',
      kind: 'mcp',
      publicName: 'notes',
      heldBy,
    });
    const tool = new RecordingTool('mcp__notes__read');
    const refusal = { code: 'runtime-name-conflict', kind: 'tool', publicName: 'mcp__notes__read', heldBy };
    expect(await rejectionOf(session.applyCapabilityBatch(toolBatch(1, [tool])))).toMatchObject(refusal);
    expect(thrownBy(() => session.registerDynamicTool(tool))).toMatchObject({ cause: refusal });
    await session.removeMcpServer('notes');
    await session.applyCapabilityBatch(mcpBatch(1, 'notes', ['other']));
    await session.close();
  });

  it('are refused when another added server has them, and nothing is started', async () => {
    const { session } = openSession();
    await session.addMcpServer('notes', adapterOf('notes'));
    const held = new HeldAdapter(serverOf('notes', 'write'));
    expect(await rejectionOf(session.addMcpServer('notes', held))).toMatchObject({
      code: 'capability',
      cause: { code: 'runtime-name-conflict', kind: 'mcp', publicName: 'notes' },
    });
    expect(await toolsOf(session)).toEqual(['mcp__notes__read']);
    await session.close();
  });

  it.each([
    [
      'of the host',
      async (session: AgentSession) => session.registerDynamicTool(new RecordingTool('mcp__a__b__c')),
    ],
    [
      'published',
      (session: AgentSession) =>
        session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('mcp__a__b__c')])),
    ],
    [
      'of a published server',
      (session: AgentSession) => session.applyCapabilityBatch(mcpBatch(1, 'a__b', ['c'])),
    ],
    [
      'of another added server',
      (session: AgentSession) => session.addMcpServer('a__b', new ReadyAdapter(serverOf('a__b', 'c'))),
    ],
  ])(
    'are refused with a tool whose full name is that of a tool %s, and the server is closed',
    async (_whose, hold) => {
      const { session, recorder } = openSession();
      await hold(session);
      const effect = new CountingEffect();
      const adapter = new ReadyAdapter(serverOf('a', 'b__c'), effect);
      expect(await rejectionOf(session.addMcpServer('a', adapter))).toMatchObject({
        code: 'capability',
        cause: { code: 'runtime-name-conflict', kind: 'mcp', publicName: 'mcp__a__b__c' },
      });
      expect(effect.closed).toBe(1);
      expect(recorder.of('mcp-server-closed')).toMatchObject([
        { serverName: 'a', report: { rollbackBatches: 1 } },
      ]);
      expect(await session.removeMcpServer('a')).toBe(false);
      await session.close();
      expect(effect.closed).toBe(1);
    },
  );
});

describe('adding a server', () => {
  it.each([[''], [' a'], [7]])('is refused under the name %j', async (name) => {
    const { session, recorder } = openSession();
    const add = (given: string): Promise<void> => session.addMcpServer(given, adapterOf('a'));
    expect(await rejectionOf(Reflect.apply(add, null, [name]))).toMatchObject({
      name: 'SessionError',
      code: 'mcp-server-invalid',
    });
    expect(recorder.of('registration-refused')).toMatchObject([{ kind: 'mcp', code: 'mcp-server-invalid' }]);
    await session.close();
  });

  it.each([
    ['it fails', new FailingAdapter('no such program'), 'prepare-failed'],
    ['it prepares another server', adapterOf('other'), 'public-name-mismatch'],
    ['it prepares no server', new ReadyAdapter(toolValue('notes')), 'kind-mismatch'],
  ])('is refused when %s', async (_why, adapter, code) => {
    const { session } = openSession();
    expect(await rejectionOf(session.addMcpServer('notes', adapter))).toMatchObject({
      code: 'capability',
      cause: { code: 'projection', cause: { code } },
    });
    expect(await toolsOf(session)).toEqual([]);
    await session.close();
  });

  it('can be cancelled, and what it opened is closed', async () => {
    const { session, recorder } = openSession();
    const effect = new CountingEffect();
    const adapter = new HeldAdapter(serverOf('notes', 'read'), [effect], 'ignores-abort');
    const abort = new AbortController();
    const adding = rejectionOf(session.addMcpServer('notes', adapter, { signal: abort.signal }));
    await adapter.entered.acquire();
    abort.abort();
    adapter.finish();
    expect(await adding).toMatchObject({ code: 'capability', cause: { code: 'cancelled' } });
    expect(effect.closed).toBe(1);
    expect(recorder.of('mcp-server-closed')).toMatchObject([{ report: { rollbackBatches: 1 } }]);
    await session.close();
  });

  it('is given up when the session closes, and undone however late it is', async () => {
    const { session, recorder } = openSession(new ScriptedModel(), { closePolicy: new ScopeClosePolicy(1) });
    const effect = new CountingEffect();
    const adapter = new HeldAdapter(serverOf('notes', 'read'), [effect], 'ignores-abort');
    const adding = rejectionOf(session.addMcpServer('notes', adapter));
    await adapter.entered.acquire();
    await session.close();
    expect(await adding).toMatchObject({ name: 'SessionError', code: 'session-closed' });
    adapter.finish();
    await recorder.seen(({ type }) => type === 'mcp-server-closed');
    expect(effect.closed).toBe(1);
  });

  it('waits for a publication in progress', async () => {
    const { session, recorder } = openSession();
    const held = new HeldAdapter(toolValue('a'));
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), held);
    const published = session.applyCapabilityBatch(batch);
    await held.entered.acquire();
    const added = session.addMcpServer('notes', adapterOf('notes'));
    held.finish();
    await Promise.all([published, added]);
    const order = recorder.types.filter((type) => type === 'generation-published' || type === 'registration');
    expect(order).toEqual(['generation-published', 'registration']);
    await session.close();
  });

  it('is possible up to a bound', async () => {
    const { session } = openSession();
    for (let n = 0; n < ADDED_MCP_SERVERS_MAX; n += 1) {
      await session.addMcpServer(`s${n}`, adapterOf(`s${n}`));
    }
    expect(await rejectionOf(session.addMcpServer('one-more', adapterOf('one-more')))).toMatchObject({
      name: 'SessionError',
      code: 'added-mcp-server-limit-reached',
      max: ADDED_MCP_SERVERS_MAX,
    });
    await session.removeMcpServer('s0');
    await session.addMcpServer('one-more', adapterOf('one-more'));
    await session.close();
  });
});
