import { describe, expect, it } from 'vitest';
import { type SessionCapabilityRun, type Tool, ToolOutput } from '../src/index.js';
import {
  CountingEffect,
  FailingEffect,
  RecordingTool,
  ScriptedModel,
  Semaphore,
} from '../src/testing/index.js';
import { CountingSignal } from './counting-signal.js';
import { openSession, rejectionOf, toolBatch } from './session-builders.js';

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

  it('is closed once also when the abort of its scope makes somebody close it again', async () => {
    const { session, recorder } = openSession();
    const effect = new CountingEffect('test.effect');
    const run = await session.admitCapabilityRun();
    run.runScope.registerEffect(effect);
    run.runScope.signal.addEventListener('abort', () => void run.close());
    await run.close();
    expect(effect.closed).toBe(1);
    expect(recorder.of('run-closed')).toHaveLength(1);
    await session.close();
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

  it('leaves nothing listening to the signal of its caller, be it closed or refused', async () => {
    const { session } = openSession();
    const signal = new CountingSignal();
    const run = await session.admitCapabilityRun({ signal });
    expect(signal.listeners).toBe(1);
    await run.close();
    expect(signal.listeners).toBe(0);
    session.registerDynamicTool(new RecordingTool('a'));
    await rejectionOf(session.applyCapabilityBatch(toolBatch(1, [new RecordingTool('a')]), { signal }));
    await rejectionOf(session.send('to a model without an answer', { signal }));
    await session.close();
    await rejectionOf(session.admitCapabilityRun({ signal }));
    expect(signal.listeners).toBe(0);
  });

  it('is not admitted with a signal that is aborted already', async () => {
    const { session } = openSession();
    const admission = session.admitCapabilityRun({ signal: AbortSignal.abort() });
    expect(await rejectionOf(admission)).toMatchObject({ code: 'cancelled' });
    await session.close();
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
