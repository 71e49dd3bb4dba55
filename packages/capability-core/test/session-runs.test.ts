import { describe, expect, it } from 'vitest';
import { RehearsalModel, type RunHandle, type Tool } from '../src/index.js';
import {
  CONCURRENT_RUNS_DEFAULT,
  IDLE_WAIT_MS,
  RUN_ID_CHARACTERS_MAX,
  RUN_RECORDS_MAX,
} from '../src/session/limits.js';
import {
  CountingEffect,
  LeaseProviderDouble,
  ManualClock,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { reactions } from '../src/testing/reactions.js';
import { heldModel, openSession, publishPackageTool, rejectionOf, toolBatch } from './session-builders.js';
import { cursor, thrownBy } from './set-builders.js';

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
      await reactions();
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

  it('are at most 16 at once where the host sets no limit', async () => {
    const hold = new Semaphore();
    const { session } = openSession(heldModel(hold));
    const runs: RunHandle[] = [];
    for (let n = 0; n < CONCURRENT_RUNS_DEFAULT; n += 1) runs.push(await session.spawnRun(`${n}`));
    expect(await rejectionOf(session.spawnRun('one more'))).toMatchObject({
      code: 'run-limit-reached',
      max: 16,
    });
    hold.add(CONCURRENT_RUNS_DEFAULT);
    await Promise.all(runs.map(({ result }) => result));
    await session.close();
  });

  it('take an id that is free and can be one', async () => {
    const { session } = openSession(new ScriptedModel(() => ScriptedModel.text('done')));
    const longest = 'x'.repeat(RUN_ID_CHARACTERS_MAX);
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

describe('records of runs', () => {
  it('are forgotten from the oldest on when there are too many, refused ones too', async () => {
    const { session } = openSession(new RehearsalModel({ turns: [{ text: 'done' }] }));
    const refused = AbortSignal.abort();
    await rejectionOf(session.spawnRun('go', { runId: 'refused', signal: refused }));
    await (await session.spawnRun('go', { runId: 'first' })).result;
    for (let count = 2; count < RUN_RECORDS_MAX; count += 1) {
      await (await session.spawnRun('go', { streaming: false })).result;
    }
    expect(session.runs()).toHaveLength(RUN_RECORDS_MAX);
    for (const runId of ['one-more', 'and-another']) {
      await (await session.spawnRun('go', { runId })).result;
    }
    expect(session.runs()).toHaveLength(RUN_RECORDS_MAX);
    expect(session.runSnapshot('refused')).toBeNull();
    expect(session.runSnapshot('first')).toBeNull();
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
    await clock.advance(IDLE_WAIT_MS - 1);
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
