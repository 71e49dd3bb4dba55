import { describe, expect, it } from 'vitest';
import {
  Agent,
  type AgentSession,
  CapabilityValue,
  type LlmRequest,
  messageText,
  RehearsalModel,
  SessionCapabilityBatch,
  type SessionCapabilityRun,
  type Tool,
  ToolOutput,
} from '../src/index.js';
import {
  CountingEffect,
  FailingEffect,
  LeaseProviderDouble,
  ManualClock,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { openSession, rejectionOf, toolBatch } from './session-builders.js';
import { cursor, idIn, packageSet, thrownBy } from './set-builders.js';

/** A model that answers each prompt with its echo, one permit for each call. */
function heldModel(hold: Semaphore, entered = new Semaphore()): ScriptedModel {
  const steps = Array.from({ length: 64 }, () => async ({ messages }: LlmRequest) => {
    entered.add();
    await hold.acquire();
    const prompt = messages.findLast(({ role }) => role === 'user');
    return ScriptedModel.text(`echo ${prompt === undefined ? '' : messageText(prompt)}`);
  });
  return new ScriptedModel(...steps);
}

async function publishPackageTool(
  session: AgentSession,
  generation: number,
  tool: Tool,
  provider: LeaseProviderDouble,
): Promise<void> {
  const set = packageSet(generation, [tool.name], provider.useGeneration);
  const batch = SessionCapabilityBatch.fromUseProjection(set, provider);
  batch.stageValue(idIn(set, tool.name), CapabilityValue.tool(tool));
  await session.applyCapabilityBatch(batch);
}

describe('a conversation', () => {
  it('remembers what was said before', async () => {
    const model = new ScriptedModel(
      () => ScriptedModel.text('Hello Ada.'),
      ({ messages }) => ScriptedModel.text(`${messages.length} messages`),
    );
    const { session, recorder } = openSession(model);
    expect((await session.send('I am Ada.')).text).toBe('Hello Ada.');
    const second = await session.send('Who am I?');
    expect(second.text).toBe('3 messages');
    expect(second.messages.map(messageText)).toEqual(['I am Ada.', 'Hello Ada.', 'Who am I?', '3 messages']);
    expect(second.closeReport.clean).toBe(true);
    expect(recorder.types.slice(1, 8)).toEqual([
      'run-admitted',
      'run-turn',
      'run-text',
      'run-turn',
      'run-closed',
      'run-finished',
      'run-admitted',
    ]);
    await session.close();
  });

  it('forgets a prompt that failed', async () => {
    const model = new ScriptedModel(
      () => {
        throw new Error('no network');
      },
      ({ messages }) => ScriptedModel.text(`${messages.length} messages`),
    );
    const { session } = openSession(model);
    expect(await rejectionOf(session.send('first'))).toMatchObject({
      code: 'run-failed',
      cause: { code: 'model-failed' },
    });
    expect((await session.send('second')).text).toBe('1 messages');
    expect(session.runs().map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['failed', 'model-failed'],
      ['completed', null],
    ]);
    await session.close();
  });

  it('takes one prompt at a time', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const { session } = openSession(heldModel(hold, entered));
    const first = session.send('first');
    for (const refused of [session.send('second'), session.stream('third')]) {
      expect(await rejectionOf(refused)).toMatchObject({ code: 'session-busy', sessionId: 'session' });
    }
    await entered.acquire();
    expect(session.currentRun()).toMatchObject({ prompt: 'first', status: 'executing' });
    hold.add();
    expect((await first).text).toBe('echo first');
    expect(session.currentRun()).toBeNull();
    hold.add();
    expect((await session.send('second')).text).toBe('echo second');
    await session.close();
  });

  it('streams its text, and ends with what the run came to', async () => {
    const { session } = openSession(new RehearsalModel({ turns: [{ text: 'one two three' }] }));
    const stream = await session.stream('go');
    let text = '';
    for await (const piece of stream) {
      text += piece;
    }
    expect(text).toBe('one two three');
    expect((await stream.result).text).toBe('one two three');
    await session.close();
  });

  it('gives a reader of the stream the error of the run', async () => {
    const { session } = openSession(new ScriptedModel());
    const stream = await session.stream('go');
    const read = async (): Promise<void> => {
      for await (const piece of stream) {
        expect(piece).toBe('never');
      }
    };
    expect(await rejectionOf(read())).toMatchObject({ code: 'run-failed', runId: stream.runId });
    await session.close();
  });

  it('tells a long stream in pieces that neither crowd the events nor lose a word', async () => {
    const words = Array.from({ length: 1_000 }, (_, n) => `word${n}`).join(' ');
    const clock = new ManualClock();
    const { session, recorder } = openSession(new RehearsalModel({ turns: [{ text: words }] }), { clock });
    await (await session.stream('go')).result;
    const pieces = recorder.of('run-text').map(({ text }) => text);
    expect(pieces.join('')).toBe(words);
    expect(pieces.length).toBeLessThan(10);
    expect(clock.pendingTimers).toBe(0);
    await session.close();
  });

  it.each([
    ['over the bound', 4 * 1_024 * 1_024 + 1, 'prompt-too-long'],
    ['at the bound', 4 * 1_024 * 1_024, null],
  ])('takes a prompt up to its bound: %s', async (_name, bytes, code) => {
    const { session } = openSession(new ScriptedModel(() => ScriptedModel.text('done')));
    const sent = session.send('x'.repeat(bytes));
    if (code === null) {
      expect((await sent).text).toBe('done');
    } else {
      expect(await rejectionOf(sent)).toMatchObject({ code, bytes });
    }
    await session.close();
  });

  it('is full at its bound of messages, and no earlier', async () => {
    // A prompt, then two messages a round, then the answer: 9,998 of them.
    const rounds = Array.from({ length: 4_998 }, () => () => ScriptedModel.toolCalls({ name: 'a' }));
    const answers = [() => ScriptedModel.text('full'), () => ScriptedModel.text('one more')];
    const { session } = openSession(new ScriptedModel(...rounds, ...answers), {
      limits: { maxToolRounds: rounds.length },
    });
    session.registerDynamicTool(new RecordingTool('a'));
    expect((await session.send('one')).messages).toHaveLength(9_998);
    expect((await session.send('two')).messages).toHaveLength(10_000);
    expect(await rejectionOf(session.send('three'))).toMatchObject({
      code: 'conversation-full',
      max: 10_000,
    });
    await session.close();
  }, 60_000);
});

describe('spawned runs', () => {
  it('keep their generation while a new one uses the next, and the old one retires with its last run', async () => {
    const model = new RehearsalModel({
      turns: [{ waitFor: 'operator', toolCalls: [{ tool: 'greet' }] }, { text: 'It said {{toolResult}}.' }],
    });
    const { session, recorder } = openSession(model);
    const { signal } = new AbortController();
    const effects = [new CountingEffect('first'), new CountingEffect('second')] as const;
    await session.applyCapabilityBatch(
      toolBatch(1, [new RecordingTool('greet', 'hello from 1')], effects[0]),
    );
    const old = await session.spawnRun('greet', { runId: 'old' });
    await model.whenWaiting('operator', { signal });
    await session.applyCapabilityBatch(
      toolBatch(2, [new RecordingTool('greet', 'hello from 2')], effects[1]),
    );
    const young = await session.spawnRun('greet', { runId: 'young' });
    expect(recorder.of('run-admitted').map(({ runId, generation }) => [runId, generation])).toEqual([
      ['old', 1],
      ['young', 2],
    ]);
    expect(session.currentRun()?.id).toBe('young');
    while (model.waiting.length < 2) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    model.release('operator', { runId: 'young' });
    expect((await young.result).text).toBe('It said hello from 2.');
    expect(recorder.of('generation-retired').map(({ stamp }) => stamp.generation)).toEqual([0]);
    model.release('operator');
    expect((await old.result).text).toBe('It said hello from 1.');
    await recorder.seen((event) => event.type === 'generation-retired' && event.stamp.generation === 1);
    expect(await session.drainCapabilityCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 1 });
    expect(effects.map(({ closed }) => closed)).toEqual([1, 0]);
    await session.close();
    expect(effects.map(({ closed }) => closed)).toEqual([1, 1]);
  });

  it('run beside the conversation, up to the limit', async () => {
    const hold = new Semaphore();
    const { session } = openSession(heldModel(hold), { maxConcurrentRuns: 3 });
    const conversation = session.send('talk');
    const spawned = await Promise.all([session.spawnRun('a'), session.spawnRun('b')]);
    expect(await rejectionOf(session.spawnRun('c'))).toMatchObject({ code: 'run-limit-reached', max: 3 });
    expect(session.currentRun()?.prompt).toBe('talk');
    hold.add(4);
    expect((await conversation).text).toBe('echo talk');
    expect((await Promise.all(spawned.map(({ result }) => result))).map(({ text }) => text)).toEqual([
      'echo a',
      'echo b',
    ]);
    expect((await (await session.spawnRun('c')).result).text).toBe('echo c');
    await session.close();
  });

  it('take an id that is free and can be one', async () => {
    const { session } = openSession(new ScriptedModel(() => ScriptedModel.text('done')));
    const longest = 'x'.repeat(128);
    await (await session.spawnRun('go', { runId: longest })).result;
    expect(await rejectionOf(session.spawnRun('go', { runId: longest }))).toMatchObject({
      code: 'run-id-taken',
    });
    for (const runId of ['', 'a b', 'a/b', `${longest}x`]) {
      expect(await rejectionOf(session.spawnRun('go', { runId }))).toMatchObject({ code: 'run-id-invalid' });
    }
    await session.close();
  });

  it('leave no record when they are refused under an id of the session’s own', async () => {
    const { session } = openSession();
    const provider = new LeaseProviderDouble(cursor(), { failure: 'the files are gone' });
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    expect(await rejectionOf(session.spawnRun('go'))).toMatchObject({
      code: 'capability',
      cause: { code: 'use-lease-acquisition', reason: 'the files are gone' },
    });
    expect(session.runs()).toEqual([]);
    await session.close();
  });

  it('have their events in their own record too', async () => {
    const { session, recorder } = openSession(new ScriptedModel(() => ScriptedModel.text('done')));
    const { runId, result } = await session.spawnRun('go');
    await result;
    const { events } = session.runEvents(runId);
    expect(events.map(({ event }) => (event as { readonly type: string }).type)).toEqual([
      'run-admitted',
      'run-turn',
      'run-text',
      'run-turn',
      'run-finished',
    ]);
    expect(session.runSnapshot(runId)).toMatchObject({
      status: 'completed',
      resultText: 'done',
      usage: { totalTokens: 2 },
      eventCount: 5,
      capabilityBinding: session.currentCapabilityBinding.toJSON(),
    });
    expect(recorder.of('run-finished')).toMatchObject([
      { runId, status: 'completed', text: 'done', error: null },
    ]);
    expect(thrownBy(() => session.runEvents('unknown'))).toMatchObject({ code: 'run-not-found' });
    await session.close();
  });
});

describe('events', () => {
  const bound = 16 * 1_024;

  it.each([
    ['at the bound', bound, false],
    ['over the bound', bound + 1, true],
  ])('carry texts up to a bound, %s', async (_name, bytes, cut) => {
    const text = 'x'.repeat(bytes);
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'a', input: text }),
      () => ScriptedModel.toolCalls({ name: 'a' }),
      () => ScriptedModel.text(text),
    );
    const { session, recorder } = openSession(model);
    session.registerDynamicTool(new RecordingTool('a', text));
    expect((await session.send(text)).text).toBe(text);
    const told = [
      recorder.of('run-admitted').at(-1)?.prompt,
      recorder.of('run-text').at(-1)?.text,
      recorder
        .of('run-turn')
        .flatMap((turn) => (turn.phase === 'finished' ? [turn.text] : []))
        .at(-1),
      recorder
        .of('run-tool-call')
        .flatMap((call) => (call.phase === 'finished' ? [call.content] : []))
        .at(-1),
      recorder.of('run-finished').at(-1)?.text,
    ];
    expect(told.map((part) => part?.includes('[cut: '))).toEqual(told.map(() => cut));
    await session.close();
  });

  it('carry the start of the JSON of arguments that are too long', async () => {
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'a', input: { path: 'x'.repeat(bound) } }),
      () => ScriptedModel.text('done'),
    );
    const { session, recorder } = openSession(model);
    await session.send('go');
    expect(recorder.of('run-tool-call')[0]).toMatchObject({
      arguments: expect.stringMatching(/^\{"path":"x+/u),
    });
    await session.close();
  });
});

describe('the lease of a run', () => {
  it('is taken for each run and given back before its result', async () => {
    const { session, recorder } = openSession(
      new ScriptedModel(
        () => ScriptedModel.text('one'),
        () => ScriptedModel.text('two'),
      ),
    );
    const provider = new LeaseProviderDouble(cursor());
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    expect(provider.acquired).toBe(0);
    for (const times of [1, 2]) {
      await session.send('go');
      expect([provider.acquired, provider.released]).toEqual([times, times]);
    }
    const order = recorder.types.filter((type) => type.startsWith('lease-') || type.startsWith('run-'));
    expect(order.slice(0, 7)).toEqual([
      'lease-acquired',
      'run-admitted',
      'run-turn',
      'run-text',
      'run-turn',
      'lease-released',
      'run-closed',
    ]);
    await session.close();
  });

  it('that comes after the cancellation is given back, and that is told', async () => {
    const hold = new Semaphore();
    const { session, recorder } = openSession();
    const provider = new LeaseProviderDouble(cursor(), { hold });
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    const abort = new AbortController();
    const admission = session.admitCapabilityRun({ signal: abort.signal });
    abort.abort();
    expect(await rejectionOf(admission)).toMatchObject({ code: 'cancelled' });
    hold.add();
    await recorder.seen(({ type }) => type === 'late-lease');
    expect([provider.acquired, provider.released]).toEqual([1, 1]);
    expect(recorder.of('late-lease')).toMatchObject([{ error: null }]);
    await session.close();
  });

  it('that comes after the session was closed is given back', async () => {
    const hold = new Semaphore();
    const { session, recorder } = openSession();
    const provider = new LeaseProviderDouble(cursor(), { hold });
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    const spawned = session.spawnRun('go', { runId: 'r' });
    const closing = session.close();
    expect(await rejectionOf(spawned)).toMatchObject({ code: 'session-closed' });
    await closing;
    expect(session.runSnapshot('r')?.status).toBe('cancelled');
    hold.add();
    await recorder.seen(({ type }) => type === 'late-lease');
    expect(provider.released).toBe(1);
  });

  it('that does not come is given up after its time', async () => {
    const clock = new ManualClock();
    const { session } = openSession(new ScriptedModel(), { clock });
    const provider = new LeaseProviderDouble(cursor(), { hold: new Semaphore() });
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    const refusal = rejectionOf(session.admitCapabilityRun());
    let refused = false;
    void refusal.then(() => {
      refused = true;
    });
    await clock.advance(29_999);
    expect(refused).toBe(false);
    await clock.advance(1);
    expect(await refusal).toMatchObject({ code: 'use-lease-acquisition' });
    await session.close();
  });
});

describe('cancelling', () => {
  it('ends a live run and nothing else', async () => {
    const entered = new Semaphore();
    const { session, recorder } = openSession(heldModel(new Semaphore(), entered));
    const { runId, result } = await session.spawnRun('go');
    await entered.acquire();
    expect(session.cancelRun('another')).toBe(false);
    expect(session.cancelRun(runId)).toBe(true);
    expect(session.runSnapshot(runId)?.status).toBe('cancelled');
    expect(await rejectionOf(result)).toMatchObject({ code: 'run-cancelled', runId });
    expect(session.cancelRun(runId)).toBe(false);
    expect(recorder.of('run-finished')).toMatchObject([
      { status: 'cancelled', error: { code: 'cancelled', message: 'cancelled by host' } },
    ]);
    await session.close();
  });

  it('by the signal of the caller is the same', async () => {
    const entered = new Semaphore();
    const { session } = openSession(heldModel(new Semaphore(), entered));
    const abort = new AbortController();
    const sent = session.send('go', { signal: abort.signal });
    await entered.acquire();
    abort.abort();
    expect(await rejectionOf(sent)).toMatchObject({ code: 'run-cancelled' });
    expect(session.runs()).toMatchObject([{ status: 'cancelled', error: 'cancelled by its caller' }]);
    await session.close();
  });

  it('a reserved run at the very moment of its admission leaves nothing behind', async () => {
    const { session, recorder } = openSession(heldModel(new Semaphore()));
    const provider = new LeaseProviderDouble(cursor());
    await publishPackageTool(session, 1, new RecordingTool('a'), provider);
    // The cancellation comes at each point between the request and the model's first thoughts.
    for (let turns = 0; turns < 30; turns += 1) {
      const runId = `r${turns}`;
      const outcome = rejectionOf(session.spawnRun('go', { runId }).then(({ result }) => result));
      for (let turn = 0; turn < turns; turn += 1) {
        await Promise.resolve();
      }
      session.cancelRun(runId);
      expect(await outcome).toMatchObject({ code: 'run-cancelled', runId });
      expect(session.runSnapshot(runId)).toMatchObject({ status: 'cancelled', error: 'cancelled by host' });
      expect(provider.released).toBe(provider.acquired);
      expect(session.currentRun()).toBeNull();
    }
    expect(recorder.of('lease-released').length).toBeGreaterThan(0);
    await session.close();
  });

  it('by closing the session ends every run before the session is closed', async () => {
    const entered = new Semaphore();
    const { session, recorder } = openSession(heldModel(new Semaphore(), entered));
    const spawned = await Promise.all([session.spawnRun('a'), session.spawnRun('b')]);
    const results = spawned.map(({ result }) => rejectionOf(result));
    await entered.acquire();
    await entered.acquire();
    await session.close();
    expect(await Promise.all(results)).toMatchObject([{ code: 'run-cancelled' }, { code: 'run-cancelled' }]);
    expect(recorder.types.lastIndexOf('run-finished')).toBeLessThan(recorder.types.indexOf('session-closed'));
    expect(recorder.of('session-closed')).toMatchObject([{ runsLeft: 0 }]);
    for (const refused of [session.send('x'), session.spawnRun('x'), session.stream('x')]) {
      expect(await rejectionOf(refused)).toMatchObject({ code: 'session-closed' });
    }
    expect(await rejectionOf(session.admitCapabilityRun())).toMatchObject({ code: 'session-closed' });
  });

  it('leaves a tool behind that ignores it, within the bounds of the close', async () => {
    const clock = new ManualClock();
    const entered = new Semaphore();
    const deaf: Tool = {
      name: 'deaf',
      description: 'Never ends.',
      parameters: { type: 'object' },
      execute: () => {
        entered.add();
        return new Promise(() => undefined);
      },
    };
    const { session, recorder } = openSession(
      new ScriptedModel(() => ScriptedModel.toolCalls({ name: 'deaf' })),
      { clock },
    );
    const effect = new CountingEffect();
    await session.applyCapabilityBatch(toolBatch(1, [deaf], effect));
    const { result } = await session.spawnRun('go');
    const failure = rejectionOf(result);
    await entered.acquire();
    const closing = session.close();
    await clock.advance(1_999);
    expect(recorder.types).not.toContain('session-closed');
    await clock.advance(1);
    await closing;
    expect(effect.closed).toBe(1);
    expect(recorder.of('session-closed')).toMatchObject([{ runsLeft: 1 }]);
    await clock.advance(10_000);
    expect(await failure).toMatchObject({ code: 'run-cancelled' });
    expect(recorder.of('run-closed')).toMatchObject([{ report: { clean: false, childScopesFailed: 1 } }]);
  });
});

describe('an unclean close', () => {
  it('makes a failure of a run that had succeeded, and keeps its text', async () => {
    const open: Tool = {
      name: 'open',
      description: 'Opens something.',
      parameters: { type: 'object' },
      execute: async (_args, { scope }) => {
        scope.registerEffect(new FailingEffect('test.stuck'));
        return ToolOutput.success('opened');
      },
    };
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'open' }),
      () => ScriptedModel.text('done'),
    );
    const { session, recorder } = openSession(model);
    await session.applyCapabilityBatch(toolBatch(1, [open]));
    expect(await rejectionOf(session.send('go'))).toMatchObject({
      code: 'capability',
      cause: { code: 'run-close-incomplete', childScopesFailed: 1, effectsFailed: 0 },
    });
    expect(session.runs()).toMatchObject([
      { status: 'failed', errorCode: 'run-close-incomplete', resultText: 'done', toolCallsCount: 1 },
    ]);
    expect(recorder.of('run-closed')).toMatchObject([
      { report: { clean: false, failures: [{ name: 'test.stuck', code: 'effect-failed' }] } },
    ]);
    await session.close();
  });
});

describe('a capability run of the host’s own', () => {
  it('is closed once, and gives its pin back when it is disposed', async () => {
    const { session, recorder } = openSession();
    const effect = new CountingEffect();
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')], effect));
    const run = await session.admitCapabilityRun();
    expect(run.stamp.generation).toBe(1);
    expect(run.runScope.id).toBe('session/active/run/active');
    await session.applyCapabilityBatch(toolBatch(2, [new RecordingTool('a')]));
    const report = await run.close();
    expect(await run.close()).toBe(report);
    expect(recorder.of('run-closed')).toHaveLength(1);
    expect(session.pendingCapabilityCleanupBatches).toBe(0);
    run[Symbol.dispose]();
    run[Symbol.dispose]();
    expect(session.pendingCapabilityCleanupBatches).toBe(1);
    await session.close();
    expect(effect.closed).toBe(1);
  });

  it.each([
    ['dispose', (run: SessionCapabilityRun) => run[Symbol.dispose]()],
    ['asyncDispose', (run: SessionCapabilityRun) => void run[Symbol.asyncDispose]()],
  ])('keeps its generation until all that it has opened is closed: %s', async (_name, dispose) => {
    const { session, recorder } = openSession();
    await session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')], new CountingEffect()));
    const run = await session.admitCapabilityRun();
    await session.applyCapabilityBatch(toolBatch(2, [new RecordingTool('a')]));
    const [closing, goOn] = [new Semaphore(), new Semaphore()];
    run.runScope.registerEffect({
      name: 'test.slow',
      close: async () => {
        closing.add();
        await goOn.acquire();
      },
    });
    dispose(run);
    await closing.acquire();
    expect(session.pendingCapabilityCleanupBatches).toBe(0);
    goOn.add();
    await recorder.seen(({ type }) => type === 'cleanup-queued');
    expect(session.pendingCapabilityCleanupBatches).toBe(1);
    await session.close();
  });

  it('that is disposed while open is cancelled and closed by itself', async () => {
    const { session, recorder } = openSession();
    const effect = new CountingEffect('test.effect');
    const run = await session.admitCapabilityRun();
    run.runScope.registerEffect(effect);
    run[Symbol.dispose]();
    expect(run.signal.aborted).toBe(true);
    await recorder.seen(({ type }) => type === 'run-closed');
    expect(effect.closed).toBe(1);
    await session.close();
  });

  it('does not cancel the signal of its caller when it is closed', async () => {
    const { session } = openSession();
    const abort = new AbortController();
    const run = await session.admitCapabilityRun({ signal: abort.signal });
    await run[Symbol.asyncDispose]();
    expect(abort.signal.aborted).toBe(false);
    await session.close();
  });

  it('is not admitted with a signal that is aborted already', async () => {
    const { session } = openSession();
    const admission = session.admitCapabilityRun({ signal: AbortSignal.abort() });
    expect(await rejectionOf(admission)).toMatchObject({ code: 'cancelled' });
    await session.close();
  });
});

describe('subscribers', () => {
  it('that throw are told of and disturb nobody', async () => {
    const { session, recorder } = openSession(new ScriptedModel(() => ScriptedModel.text('done')));
    const undo = session.subscribe(() => {
      throw new Error('broken view');
    });
    expect((await session.send('go')).text).toBe('done');
    undo();
    expect(recorder.of('listener-failed')).toMatchObject([{ message: 'broken view' }]);
    const numbers = recorder.events.map((event) => ('sequence' in event ? event.sequence : 0));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(session.lastEventSequence).toBe(numbers.length);
    await session.close();
  });

  it('that come late get what is still kept and are told of the gap', async () => {
    const { session } = openSession(new ScriptedModel(), { eventHistory: 2 });
    for (const name of ['a', 'b', 'c']) {
      session.registerDynamicTool(new RecordingTool(name));
    }
    const seen: unknown[] = [];
    session.subscribe(
      (event) => seen.push(event.type === 'events-lost' ? [event.from, event.to] : event.sequence),
      {
        afterSequence: 0,
      },
    );
    expect(seen).toEqual([[1, 2], 3, 4]);
    await session.close();
  });
});

describe('settings', () => {
  it.each([
    ['maxConcurrentRuns', { maxConcurrentRuns: 0 }],
    ['maxConcurrentRuns', { maxConcurrentRuns: 1_025 }],
    ['prepareConcurrency', { prepareConcurrency: 0.5 }],
    ['limits.toolResultBytes', { limits: { toolResultBytes: 0 } }],
    ['historyLimit', { eventHistory: 0 }],
  ])('are refused outside their bounds: %s', (name, options) => {
    expect(() => openSession(new ScriptedModel(), options)).toThrow(name);
  });

  it('are accepted at their bounds', async () => {
    for (const maxConcurrentRuns of [1, 1_024]) {
      const { session } = openSession(new ScriptedModel(), { maxConcurrentRuns, prepareConcurrency: 1 });
      await session.close();
    }
  });

  it('are refused when a limit is none', () => {
    expect(thrownBy(() => openSession(new ScriptedModel(), { limits: { maxToolRounds: 0 } }))).toMatchObject({
      name: 'CapabilityScopeError',
      code: 'invalid-execution-limit',
    });
  });

  it('of the agent hold for its sessions, which may override each', async () => {
    const agent = Agent.fromConfig({
      limits: { maxToolRounds: 3, toolTimeoutMs: 9 },
      systemPrompt: 'Be brief.',
    });
    const model = new ScriptedModel(
      ({ system }) => ScriptedModel.text(system ?? 'none'),
      ({ system }) => ScriptedModel.text(system ?? 'none'),
    );
    const sessions = [
      agent.buildSession('/work', model),
      agent.buildSession('/work', model, { systemPrompt: 'Be kind.', limits: { toolTimeoutMs: 8 } }),
    ] as const;
    expect((await sessions[0].send('go')).text).toBe('Be brief.');
    expect((await sessions[1].send('go')).text).toBe('Be kind.');
    expect(sessions[0].id).toMatch(/^session-/u);
    expect(sessions[0].id).not.toBe(sessions[1].id);
    expect(sessions[0].currentCapabilityBinding.equals(sessions[1].currentCapabilityBinding)).toBe(false);
    await Promise.all(sessions.map((session) => session.close()));
  });
});
