import { describe, expect, it } from 'vitest';
import {
  CapabilityValue,
  type HookDefinition,
  HookResponse,
  SessionCapabilityBatch,
  type SessionEvent,
} from '../src/index.js';
import { REGISTERED_HOOKS_MAX, SESSION_HOOKS_TIMEOUT_MS } from '../src/session/limits.js';
import {
  CountingEffect,
  type EventRecorder,
  LeaseProviderDouble,
  ManualClock,
  ReadyAdapter,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { hookBatch, hookOf, packageHookBatch, recordingHook } from './hook-builders.js';
import { heldModel, openSession, rejectionOf, toolBatch } from './session-builders.js';
import { cursor, idIn, thrownBy } from './set-builders.js';

const GUARD: HookDefinition = { id: 'guard', eventType: 'pre_tool_use' };

/** A model that calls one tool and then says that it is done. */
function callingModel(): ScriptedModel {
  return new ScriptedModel(
    () => ScriptedModel.toolCalls({ name: 'read' }),
    () => ScriptedModel.text('done'),
  );
}

/** Hook, event and outcome of all that is told of hooks. */
function told(recorder: EventRecorder<SessionEvent>): readonly string[] {
  return recorder
    .of('run-hook')
    .map(({ hook, event, outcome, message }) => [hook, event, outcome, message ?? '-'].join(' '));
}

describe('a hook that a host registers', () => {
  it('decides in runs that are admitted from then on, and that is told', async () => {
    const { session, recorder } = openSession(callingModel());
    const tool = new RecordingTool('read');
    await session.applyCapabilityBatch(toolBatch(1, [tool]));
    session.registerHook(GUARD, { handle: () => HookResponse.block('not today') });
    const { runId, messages } = await session.send('go');
    expect(tool.calls).toEqual([]);
    expect(JSON.stringify(messages)).toContain('read was not called: not today');
    expect(told(recorder)).toEqual(['guard pre_tool_use blocked not today']);
    const ofRun = session.runEvents(runId).events.map(({ event }) => event);
    expect(ofRun).toContainEqual(expect.objectContaining({ type: 'run-hook', hook: 'guard' }));
    await session.close();
  });

  it('is replaced as a whole and taken away, and runs keep what they had', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const { session, recorder } = openSession(heldModel(hold, entered));
    const [first, second] = [1, 2].map((n) =>
      recordingHook({ id: 'watch', eventType: 'post_response', config: { priority: n } }),
    );
    session.registerHook({ id: 'watch', eventType: 'post_response' }, first?.handler);
    const old = await session.spawnRun('old');
    await entered.acquire();
    session.registerHook({ id: 'watch', eventType: 'generate_start' }, second?.handler);
    const middle = await session.spawnRun('middle');
    await entered.acquire();
    expect(session.unregisterHook('watch')).toBe(true);
    expect(session.unregisterHook('watch')).toBe(false);
    const last = await session.spawnRun('last');
    await entered.acquire();
    hold.add(3);
    await Promise.all([old, middle, last].map(({ result }) => result));
    expect(first?.events.map(({ type, runId }) => [type, runId])).toEqual([['post_response', old.runId]]);
    expect(second?.events.map(({ type, runId }) => [type, runId])).toEqual([
      ['generate_start', middle.runId],
    ]);
    expect(
      recorder.of('registration').map(({ kind, publicName, action }) => [kind, publicName, action]),
    ).toEqual(['added', 'replaced', 'removed'].map((action) => ['hook', 'watch', action]));
    await session.close();
  });

  it('without a handler goes on with everything, and holds its name', async () => {
    const { session, recorder } = openSession(callingModel());
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('read')]));
    session.registerHook(GUARD);
    expect((await session.send('go')).text).toBe('done');
    expect(told(recorder)).toEqual(['guard pre_tool_use continued -']);
    await session.close();
  });

  it.each<[string, unknown, unknown, string]>([
    ['nothing', undefined, undefined, ''],
    ['a hook for an unknown event', { id: 'a', eventType: 'lunch' }, null, 'a'],
    ['a handler without code', GUARD, {}, 'guard'],
    ['an endless id', { ...GUARD, id: 'x'.repeat(300) }, null, 'x'.repeat(256)],
  ])('is refused when it is %s', async (_what, definition, handler, publicName) => {
    const { session, recorder } = openSession();
    expect(thrownBy(() => session.registerHook(definition as never, handler as never))).toMatchObject({
      name: 'SessionError',
      code: 'hook-invalid',
    });
    expect(recorder.of('registration-refused')).toMatchObject([
      { kind: 'hook', publicName, code: 'hook-invalid' },
    ]);
    await session.close();
  });

  it('is one of at most so many', async () => {
    const { session } = openSession();
    for (let n = 0; n < REGISTERED_HOOKS_MAX; n += 1) session.registerHook({ ...GUARD, id: `hook-${n}` });
    expect(thrownBy(() => session.registerHook(GUARD))).toMatchObject({
      code: 'hook-limit-reached',
      max: REGISTERED_HOOKS_MAX,
    });
    session.registerHook({ ...GUARD, id: 'hook-0' });
    session.unregisterHook('hook-1');
    session.registerHook(GUARD);
    await session.close();
  });

  it('cannot be changed in a session that is closed', async () => {
    const { session } = openSession();
    await session.close();
    const refusal = { code: 'session-closed' };
    expect(thrownBy(() => session.registerHook(GUARD))).toMatchObject(refusal);
    expect(thrownBy(() => session.unregisterHook('guard'))).toMatchObject(refusal);
  });
});

describe('ids of hooks', () => {
  it('that a host has registered refuse a batch, until they are free again', async () => {
    const { session } = openSession();
    session.registerHook({ ...GUARD, eventType: 'on_error' });
    const refused = hookBatch(1, [hookOf(GUARD)]);
    expect(await rejectionOf(session.applyCapabilityBatch(refused))).toMatchObject({
      name: 'CapabilityRuntimeError',
      code: 'runtime-name-conflict',
      kind: 'hook',
      publicName: 'guard',
      heldBy: 'a hook registered by the host',
    });
    expect(session.capabilityCatalogStamp.generation).toBe(0);
    session.unregisterHook('guard');
    await session.applyCapabilityBatch(hookBatch(1, [hookOf(GUARD)]));
    await session.close();
  });

  it('that are published cannot be registered, nor taken away so', async () => {
    const { session, recorder } = openSession();
    await session.applyCapabilityBatch(hookBatch(1, [hookOf(GUARD)]));
    expect(thrownBy(() => session.registerHook(GUARD))).toMatchObject({
      code: 'capability',
      cause: {
        code: 'runtime-name-conflict',
        kind: 'hook',
        publicName: 'guard',
        heldBy: 'host/host:hook:hook-0',
      },
    });
    expect(session.unregisterHook('guard')).toBe(false);
    expect(recorder.of('registration-refused')).toMatchObject([{ kind: 'hook', publicName: 'guard' }]);
    await session.close();
  });
});

describe('a published hook', () => {
  it.each(['session_start', 'session_end', 'skill_load', 'skill_unload'] as const)(
    'on %s is refused before publication',
    async (eventType) => {
      const { session, recorder } = openSession();
      expect(
        await rejectionOf(session.applyCapabilityBatch(hookBatch(1, [hookOf({ id: 'early', eventType })]))),
      ).toMatchObject({
        code: 'runtime-value-invalid',
        kind: 'hook',
        publicName: 'early',
        reason: expect.stringContaining(eventType),
      });
      expect(recorder.types).not.toContain('generation-published');
      await session.close();
    },
  );

  it.each<[string, object]>([
    ['a flawed definition', { definition: { id: 'a', eventType: 'lunch' }, handler: { handle: () => null } }],
    ['no handler', { definition: { id: 'a', eventType: 'on_error' }, handler: null }],
  ])('with %s is refused', async (_what, binding) => {
    const { session } = openSession();
    expect(await rejectionOf(session.applyCapabilityBatch(hookBatch(1, [binding as never])))).toMatchObject({
      code: 'runtime-value-invalid',
      kind: 'hook',
      publicName: 'a',
    });
    await session.close();
  });

  it('is what it was when it was published, whatever its maker does to it later', async () => {
    const { session, recorder } = openSession(callingModel());
    const tools = toolBatch(1, [new RecordingTool('read')]);
    await session.applyCapabilityBatch(tools);
    const definition = { ...GUARD, eventType: 'generate_start' as HookDefinition['eventType'] };
    const binding = { definition, handler: { handle: () => HookResponse.continue() } };
    await session.applyCapabilityBatch(hookBatch(2, [binding]));
    definition.eventType = 'pre_prompt';
    binding.handler.handle = () => HookResponse.block('changed');
    session.registerHook({ id: 'own', eventType: 'post_response' });
    await expect(session.send('go')).resolves.toMatchObject({ text: 'done' });
    expect(told(recorder)).toEqual([
      'guard generate_start continued -',
      'guard generate_start continued -',
      'own post_response continued -',
    ]);
    await session.close();
  });

  it('keeps the lease of its run until it settled, and a stuck one only for the time of the close', async () => {
    const clock = new ManualClock();
    const finish = new Semaphore();
    const client = new ScriptedModel(
      () => ScriptedModel.text('one'),
      () => ScriptedModel.text('two'),
    );
    const { session, recorder } = openSession(client, { clock });
    const provider = new LeaseProviderDouble(cursor());
    const signals: AbortSignal[] = [];
    let stuck = false;
    const hook = hookOf({ id: 'watch', eventType: 'post_response' }, async (_event, { signal }) => {
      signals.push(signal);
      if (stuck) await new Promise(() => undefined);
      await finish.acquire();
      return HookResponse.continue();
    });
    await session.applyCapabilityBatch(packageHookBatch(1, [hook], provider));
    const first = session.send('go');
    await clock.advance(1_000);
    expect([provider.acquired, provider.released]).toEqual([1, 0]);
    // The run is closing, and what looks on may still finish.
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    finish.add();
    expect(await first).toMatchObject({ text: 'one', closeReport: { clean: true } });
    expect(told(recorder)).toEqual(['watch post_response continued -']);
    expect(provider.released).toBe(1);
    stuck = true;
    const second = rejectionOf(session.send('go'));
    await clock.advance(6_000);
    expect(await second).toMatchObject({
      code: 'capability',
      cause: { code: 'run-close-incomplete', childScopesFailed: 1 },
    });
    expect(provider.released).toBe(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    expect(told(recorder)).toHaveLength(1);
    const closing = session.close();
    await clock.advance(10_000);
    await closing;
  });

  it('leaves the effects of its generation to be closed after its last run', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const { session } = openSession(heldModel(hold, entered));
    const effect = new CountingEffect();
    const binding = recordingHook({ id: 'watch', eventType: 'post_response' });
    const { target } = hookBatch(1, [binding]);
    const batch = SessionCapabilityBatch.create(target);
    batch.stage(idIn(target, 'hook-0'), new ReadyAdapter(CapabilityValue.hook(binding), effect));
    await session.applyCapabilityBatch(batch);
    const run = await session.spawnRun('go');
    await entered.acquire();
    await session.applyCapabilityBatch(hookBatch(2, [hookOf({ id: 'other', eventType: 'on_error' })]));
    expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 0 });
    hold.add();
    await run.result;
    expect(binding.events).toHaveLength(1);
    expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 1 });
    expect(effect.closed).toBe(1);
    await session.close();
  });
});

describe("the host's hooks on a session", () => {
  it('are told of its first run and of its end', async () => {
    const client = new ScriptedModel(
      () => ScriptedModel.text('one'),
      () => ScriptedModel.text('two'),
    );
    const { session, recorder } = openSession(client);
    const start = recordingHook({ id: 'start', eventType: 'session_start' });
    const end = recordingHook({ id: 'end', eventType: 'session_end', config: { asyncExecution: true } });
    session.registerHook(start.definition, start.handler);
    session.registerHook(end.definition, end.handler);
    await session.send('go');
    await session.send('go');
    const event = { sessionId: 'session', runId: null, data: {} };
    expect(start.events).toEqual([{ type: 'session_start', ...event }]);
    expect(end.events).toEqual([]);
    await session.close();
    expect(start.events).toHaveLength(1);
    expect(end.events).toEqual([{ type: 'session_end', ...event }]);
    expect(recorder.of('session-hook').map(({ hook, outcome }) => [hook, outcome])).toEqual([
      ['start', 'continued'],
      ['end', 'continued'],
    ]);
    expect(recorder.types.at(-1)).toBe('session-closed');
  });

  it('hold its close up for a bounded time', async () => {
    const clock = new ManualClock();
    const { session, recorder } = openSession(undefined, { clock });
    const signals: AbortSignal[] = [];
    session.registerHook(
      { id: 'stuck', eventType: 'session_end' },
      {
        handle: (_event, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
    );
    const closing = session.close();
    await clock.advance(SESSION_HOOKS_TIMEOUT_MS - 1);
    expect(recorder.types).not.toContain('session-closed');
    await clock.advance(1);
    await closing;
    expect(recorder.types.at(-1)).toBe('session-closed');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
