import { describe, expect, it } from 'vitest';
import { ToolOutput } from '../src/index.js';
import { DELEGATED_TASK_TIMEOUT_MS } from '../src/loop/limits.js';
import { ManualClock, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { lastResult, openDelegating, taskCall, workerOf } from './delegation-builders.js';
import { toolOf } from './loop-builders.js';
import { rejectionOf } from './session-builders.js';

describe('the time of an agent', () => {
  /** A run whose agent has asked a model that never answers. */
  async function hanging(options: { readonly toolTimeoutMs?: number; readonly maxExecutionTimeMs?: number }) {
    const [clock, entered] = [new ManualClock(), new Semaphore()];
    const signals: AbortSignal[] = [];
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls(taskCall('scout')),
      ({ signal }) => {
        signals.push(signal);
        entered.add();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
      (request) => ScriptedModel.text(lastResult(request)),
    );
    const opened = openDelegating(model, { clock, limits: { llmApiTimeoutMs: null, ...options } });
    opened.session.registerWorkerAgent(workerOf('scout'));
    const run = await opened.session.spawnRun('go', { streaming: false });
    await entered.acquire();
    return { ...opened, clock, run, aborted: () => signals[0]?.aborted };
  }

  it('is its own, longer than that of a tool', async () => {
    const { session, clock, run, aborted } = await hanging({ toolTimeoutMs: 1_000 });
    await clock.advance(DELEGATED_TASK_TIMEOUT_MS - 1);
    expect(aborted()).toBe(false);
    await clock.advance(1);
    expect((await run.result).text).toContain(`did not finish within ${DELEGATED_TASK_TIMEOUT_MS} ms`);
    expect(aborted()).toBe(true);
    await session.close();
  });

  it('ends with that of its run', async () => {
    const { session, clock, run, aborted } = await hanging({ maxExecutionTimeMs: 5_000 });
    await clock.advance(5_000);
    expect(await rejectionOf(run.result)).toMatchObject({ cause: { code: 'run-timeout' } });
    expect(aborted()).toBe(true);
    await session.close();
  });

  it('is not told of any more when its run has ended without it', async () => {
    const [clock, entered, hold] = [new ManualClock(), new Semaphore(), new Semaphore()];
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls(taskCall('scout')),
      () => ScriptedModel.toolCalls({ name: 'stuck' }),
    );
    const { session, recorder } = openDelegating(model, { clock });
    session.registerDynamicTool(
      toolOf({
        name: 'stuck',
        execute: async (_args, { scope }) => {
          scope.registerEffect({ name: 'test.stuck', close: () => hold.acquire() });
          entered.add();
          await hold.acquire();
          return ToolOutput.success('late');
        },
      }),
    );
    session.registerWorkerAgent(workerOf('scout'));
    const run = await session.spawnRun('go', { streaming: false });
    const ended = rejectionOf(run.result);
    await entered.acquire();
    session.cancelRun(run.runId);
    let over = false;
    void ended.then(() => {
      over = true;
    });
    for (let waited = 0; !over && waited < 20_000; waited += 100) await clock.advance(100);
    expect(await ended).toMatchObject({ code: 'run-cancelled' });
    await clock.advance(10_000);
    hold.add();
    await session.close();
    const told = recorder.types.filter((type) => type.startsWith('run-'));
    expect(told.at(-1)).toBe('run-finished');
    const [closed] = recorder.of('run-closed');
    expect(closed?.report).toMatchObject({ clean: false, childScopesFailed: 1 });
    const named = closed?.report.failures.map(({ kind, name }) => [kind, name.split('/').at(-1)]);
    expect(named).toEqual([
      ['task', 'tool'],
      ['child-scope', 'turn-1'],
      ['child-scope', 'task-1'],
    ]);
  });

  it('ends when its run is cancelled, and the run’s close waits for it', async () => {
    const { session, recorder, run, aborted } = await hanging({});
    session.cancelRun(run.runId);
    expect(await rejectionOf(run.result)).toMatchObject({ code: 'run-cancelled' });
    expect(aborted()).toBe(true);
    expect(recorder.of('run-task').at(-1)).toMatchObject({ phase: 'finished', success: false });
    const last = recorder.types.filter((type) => type.startsWith('run-')).slice(-4);
    expect(last).toEqual(['run-tool-call', 'run-task', 'run-closed', 'run-finished']);
    await session.close();
  });
});
