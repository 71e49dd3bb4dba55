import { describe, expect, it } from 'vitest';
import { SessionCapabilityBatch } from '../src/index.js';
import {
  CountingEffect,
  FailingAdapter,
  FailingEffect,
  HeldAdapter,
  ManualClock,
  ReadyAdapter,
  RecordingTool,
  ScriptedModel,
} from '../src/testing/index.js';
import { mcpBatch, openSession, rejectionOf, toolBatch } from './session-builders.js';
import { idIn, thrownBy, toolSet, toolValue } from './set-builders.js';

describe('publishing a batch', () => {
  it('moves the stamp by one and tells each step', async () => {
    const { session, recorder } = openSession();
    const before = session.capabilityCatalogStamp;
    const set = toolSet(1, ['base', 'top'], { top: ['base'] });
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'base'), new ReadyAdapter(toolValue('base'), new CountingEffect()));
    batch.stageValue(idIn(set, 'top'), toolValue('top'));
    const receipt = await session.applyCapabilityBatch(batch);
    expect(receipt).toEqual({ previous: before, committed: { generation: 1, digest: set.digest } });
    expect(session.capabilityCatalogStamp).toEqual(receipt.committed);
    expect(recorder.types).toEqual([
      'session-opened',
      'batch-staged',
      'capability-preparing',
      'capability-prepared',
      'capability-preparing',
      'capability-prepared',
      'batch-validated',
      'batch-committed',
      'generation-published',
      'generation-retired',
    ]);
    expect(recorder.of('batch-staged')).toMatchObject([
      {
        target: { generation: 1, digest: set.digest },
        base: before,
        waves: [['host/host:tool:base'], ['host/host:tool:top']],
        capabilities: [
          { id: 'host/host:tool:base', kind: 'tool', publicName: 'base' },
          { id: 'host/host:tool:top', kind: 'tool', publicName: 'top' },
        ],
      },
    ]);
    expect(recorder.of('capability-prepared').map(({ effects }) => effects)).toEqual([1, 0]);
    expect(
      new Set(recorder.events.flatMap((event) => ('batchId' in event ? [event.batchId] : []))),
    ).toHaveProperty('size', 1);
    expect(recorder.of('generation-published')).toMatchObject([
      { stamp: { generation: 1 }, previous: { generation: 0 }, useGeneration: null },
    ]);
    expect(JSON.parse(JSON.stringify(recorder.events))).toEqual(recorder.events);
    await session.close();
  });

  it('retires the generation before, whose effects wait to be drained', async () => {
    const { session, recorder } = openSession();
    const [first, second] = [new CountingEffect(), new CountingEffect()];
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')], first));
    await session.applyCapabilityBatch(toolBatch(2, [new RecordingTool('a')], second));
    expect(
      recorder.of('generation-retired').map(({ stamp, effects }) => [stamp.generation, effects]),
    ).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(recorder.of('cleanup-queued')).toMatchObject([{ reason: 'retired', generation: 1, effects: 1 }]);
    expect(session.pendingCapabilityCleanupBatches).toBe(1);
    expect(first.closed).toBe(0);
    expect(await session.drainCapabilityCleanup()).toMatchObject({
      retiredBatches: 1,
      effectsClosed: 1,
      clean: true,
    });
    expect(recorder.of('cleanup-drained')).toMatchObject([{ report: { effectsClosed: 1 } }]);
    expect([first.closed, second.closed]).toEqual([1, 0]);
    await session.close();
    expect([first.closed, second.closed]).toEqual([1, 1]);
  });

  it('changes nothing and names the cause when it is not the next generation', async () => {
    const { session, recorder } = openSession();
    const error = await rejectionOf(session.applyCapabilityBatch(toolBatch(2, [])));
    expect(error).toMatchObject({
      code: 'projection',
      cause: { code: 'target-generation-mismatch', expected: 1, actual: 2 },
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    expect(recorder.of('batch-rolled-back')).toMatchObject([
      { code: 'projection', cause: { code: 'target-generation-mismatch' } },
    ]);
    await session.close();
  });

  it('changes nothing when a value is not what its descriptor says', async () => {
    const { session, recorder } = openSession();
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), new ReadyAdapter(toolValue('b'), new CountingEffect()));
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'projection',
      cause: { code: 'public-name-mismatch', expected: 'a', actual: 'b' },
    });
    expect(recorder.of('capability-rolled-back')).toMatchObject([{ capability: 'host/host:tool:a' }]);
    expect(recorder.of('cleanup-queued')).toMatchObject([
      { reason: 'rollback', generation: null, effects: 1 },
    ]);
    expect(recorder.types).not.toContain('batch-validated');
    await session.close();
  });

  it('tells which capability failed and why', async () => {
    const { session, recorder } = openSession();
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), new FailingAdapter('no such server'));
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      cause: { code: 'prepare-failed', capability: 'host/host:tool:a', reason: 'no such server' },
    });
    expect(recorder.of('capability-failed')).toMatchObject([
      { capability: 'host/host:tool:a', code: 'adapter-failed', message: 'no such server' },
    ]);
    await session.close();
  });

  it('cannot be tried twice with one batch: its adapters are used once', async () => {
    const { session } = openSession();
    const set = toolSet(1, ['a']);
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), new FailingAdapter());
    await rejectionOf(session.applyCapabilityBatch(batch));
    expect(await rejectionOf(session.applyCapabilityBatch(batch))).toMatchObject({
      code: 'projection',
      cause: { code: 'invalid-transaction-state' },
    });
    await session.close();
  });

  it('happens one after another', async () => {
    const { session } = openSession();
    const set = toolSet(1, ['a']);
    const held = new HeldAdapter(toolValue('a'));
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), held);
    const first = session.applyCapabilityBatch(batch);
    const second = session.applyCapabilityBatch(toolBatch(2, []));
    await held.entered.acquire();
    held.finish();
    expect((await first).committed.generation).toBe(1);
    expect((await second).committed.generation).toBe(2);
    await session.close();
  });

  it('can be cancelled before its turn has come', async () => {
    const { session } = openSession();
    const set = toolSet(1, ['a']);
    const held = new HeldAdapter(toolValue('a'));
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), held);
    const first = session.applyCapabilityBatch(batch);
    await held.entered.acquire();
    const abort = new AbortController();
    const second = rejectionOf(session.applyCapabilityBatch(toolBatch(2, []), { signal: abort.signal }));
    abort.abort();
    expect(await second).toMatchObject({ code: 'cancelled' });
    held.finish();
    expect((await first).committed.generation).toBe(1);
    await session.close();
  });

  it('is refused with a signal that is aborted already, and in a closed session', async () => {
    const { session } = openSession();
    const options = { signal: AbortSignal.abort() };
    expect(await rejectionOf(session.applyCapabilityBatch(toolBatch(1, []), options))).toMatchObject({
      code: 'cancelled',
    });
    await session.close();
    expect(await rejectionOf(session.applyCapabilityBatch(toolBatch(1, [])))).toMatchObject({
      code: 'session-closed',
    });
  });

  it('leaves an adapter behind that ignores its cancellation, and undoes what it makes later', async () => {
    const clock = new ManualClock();
    const { session, recorder } = openSession(new ScriptedModel(), { clock });
    const effect = new CountingEffect();
    const set = toolSet(1, ['a']);
    const deaf = new HeldAdapter(toolValue('a'), [effect], 'ignores-abort');
    const batch = SessionCapabilityBatch.create(set);
    batch.stage(idIn(set, 'a'), deaf);
    const abort = new AbortController();
    const refusal = rejectionOf(session.applyCapabilityBatch(batch, { signal: abort.signal }));
    await deaf.entered.acquire();
    abort.abort();
    await clock.advance(5_000);
    expect(await refusal).toMatchObject({ code: 'cancelled' });
    expect(recorder.of('capability-failed')).toMatchObject([{ code: 'abandoned' }]);
    deaf.finish();
    await recorder.seen(({ type }) => type === 'late-effect');
    expect(recorder.of('late-effect')).toMatchObject([
      { capability: 'host/host:tool:a', report: { rollbackBatches: 1, effectsClosed: 1 } },
    ]);
    expect(effect.closed).toBe(1);
    await session.close();
  });
});

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

  it('are at most so many', async () => {
    const { session } = openSession();
    for (let n = 0; n < 1_024; n += 1) {
      session.registerDynamicTool(new RecordingTool(`tool-${n}`));
    }
    expect(thrownBy(() => session.registerDynamicTool(new RecordingTool('one-more')))).toMatchObject({
      code: 'dynamic-tool-limit-reached',
      max: 1_024,
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

describe('recovering a session', () => {
  it('brings it to the generation it had, under its old number', async () => {
    const { session: old } = openSession();
    const set = toolSet(7, ['a']);
    const expected = old.capabilityBindingOf(set);
    await old.close();
    const { session } = openSession();
    const receipt = await session.bootstrapRecoveryCapabilityBatch(
      expected,
      toolBatch(7, [new RecordingTool('a')]),
    );
    expect(receipt.committed).toEqual({ generation: 7, digest: set.digest });
    expect(() => session.ensureRecoveryCapabilityBinding(expected)).not.toThrow();
    await session.applyCapabilityBatch(toolBatch(8, [new RecordingTool('a')]));
    expect(thrownBy(() => session.ensureRecoveryCapabilityBinding(expected))).toMatchObject({
      code: 'content-drift',
      expectedGeneration: 7,
      actualGeneration: 8,
      catalogDigestMismatch: true,
    });
    await session.close();
  });

  it('is refused for any other content, before anything is prepared', async () => {
    const { session, recorder } = openSession();
    const expected = session.capabilityBindingOf(toolSet(7, ['a']));
    const refused = session.bootstrapRecoveryCapabilityBatch(
      expected,
      toolBatch(7, [new RecordingTool('b')]),
    );
    expect(await rejectionOf(refused)).toMatchObject({
      code: 'recovery-binding',
      cause: { code: 'content-drift', catalogDigestMismatch: true },
    });
    expect(recorder.types).toEqual(['session-opened']);
    await session.close();
  });

  it('is refused once something was published, and for generation 0', async () => {
    const { session } = openSession();
    const zero = session.capabilityBindingOf(toolSet(0, []));
    expect(await rejectionOf(session.bootstrapRecoveryCapabilityBatch(zero, toolBatch(0, [])))).toMatchObject(
      {
        cause: { code: 'bootstrap-target-generation' },
      },
    );
    await session.applyCapabilityBatch(toolBatch(1, []));
    const expected = session.capabilityBindingOf(toolSet(7, []));
    expect(
      await rejectionOf(session.bootstrapRecoveryCapabilityBatch(expected, toolBatch(7, []))),
    ).toMatchObject({
      cause: { code: 'bootstrap-unavailable', actualGeneration: 1 },
    });
    await session.close();
  });

  it('is refused when the limits of the session are others', async () => {
    const { session: old } = openSession();
    const expected = old.capabilityBindingOf(toolSet(1, []));
    await old.close();
    const { session } = openSession(new ScriptedModel(), { limits: { maxToolRounds: 3 } });
    expect(
      await rejectionOf(session.bootstrapRecoveryCapabilityBatch(expected, toolBatch(1, []))),
    ).toMatchObject({
      code: 'recovery-binding',
      cause: { ceilingDigestMismatch: true, catalogDigestMismatch: false },
    });
    await session.close();
  });
});

describe('closing a session', () => {
  it('reports an effect that does not close, and closes once', async () => {
    const { session, recorder } = openSession();
    await session.applyCapabilityBatch(
      toolBatch(1, [new RecordingTool('a')], new FailingEffect('test.stuck')),
    );
    await Promise.all([session.close(), session.close(), session[Symbol.asyncDispose]()]);
    expect(recorder.of('session-closed')).toMatchObject([
      {
        report: { retiredBatches: 1, effectsFailed: 1, clean: false, failures: [{ name: 'test.stuck' }] },
        runsLeft: 0,
      },
    ]);
    expect(recorder.types.filter((type) => type === 'session-closing')).toHaveLength(1);
    expect(session.closed).toBe(true);
    expect(session.capabilityCatalogStamp.generation).toBe(1);
  });

  it('takes the effects of its generation even if a run still holds it, but not those of an older one', async () => {
    const { session } = openSession();
    const [older, current] = [new CountingEffect(), new CountingEffect()];
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')], older));
    const onOlder = await session.admitCapabilityRun();
    await session.applyCapabilityBatch(toolBatch(2, [new RecordingTool('a')], current));
    const onCurrent = await session.admitCapabilityRun();
    await session.close();
    expect([older.closed, current.closed]).toEqual([0, 1]);
    expect(onOlder.signal.aborted).toBe(true);
    for (const run of [onOlder, onCurrent]) {
      await run[Symbol.asyncDispose]();
    }
    expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 1 });
    expect([older.closed, current.closed]).toEqual([1, 1]);
  });
});

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
