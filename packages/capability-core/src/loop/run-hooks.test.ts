import { describe, expect, it } from 'vitest';
import { hookOf, recordingHook } from '../../test/hook-builders.js';
import { openLoop } from '../../test/loop-builders.js';
import { HOOK_EVENT_TYPES, type HookEventType } from '../kinds/hook-event.js';
import { HookResponse } from '../kinds/hook-response.js';
import { ModelError } from '../model/model-error.js';
import { MAX_SCOPE_TASKS } from '../scope/limits.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RecordingTool } from '../testing/recording-tool.js';
import { ScriptedModel } from '../testing/scripted-model.js';
import { Semaphore } from '../testing/semaphore.js';

/** Hooks on everything, and what they were told in order. */
function watchers(): {
  readonly hooks: readonly ReturnType<typeof hookOf>[];
  readonly told: [string, object][];
} {
  const told: [string, object][] = [];
  const hooks = HOOK_EVENT_TYPES.map((eventType) =>
    hookOf({ id: eventType, eventType }, ({ type, data }) => {
      told.push([type, data]);
      return HookResponse.continue();
    }),
  );
  return { hooks, told };
}

describe('hooks that look on', () => {
  it('are told of what a run does, in order', async () => {
    const { hooks, told } = watchers();
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read', input: { path: 'a' } }),
      () => ScriptedModel.text('it says contents'),
    );
    const { loop, run } = openLoop({ client, tools: [new RecordingTool('read', 'contents')], hooks });
    await loop.run();
    expect(await run.close()).toMatchObject({ clean: true });
    const call = { tool: 'read', callId: 'call-1', arguments: { path: 'a' } };
    const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 };
    expect(told).toEqual([
      ['pre_prompt', { prompt: 'go' }],
      ['generate_start', { turn: 1, messages: 1 }],
      ['generate_end', { turn: 1, text: '', toolCalls: 1, usage }],
      ['pre_tool_use', call],
      ['post_tool_use', { ...call, success: true, content: 'contents' }],
      ['generate_start', { turn: 2, messages: 3 }],
      ['generate_end', { turn: 2, text: 'it says contents', toolCalls: 0, usage }],
      ['post_response', { text: 'it says contents', usage: expect.objectContaining({ totalTokens: 4 }) }],
      ['on_success', { text: 'it says contents', toolCalls: 1 }],
    ]);
  });

  it('are told why a run failed, and of each rate limit', async () => {
    const { hooks, told } = watchers();
    const clock = new ManualClock();
    const client = new ScriptedModel(
      () => {
        throw new ModelError({ code: 'rate-limited', retryAfterMs: 20 });
      },
      () => {
        throw new Error('no such model');
      },
    );
    const { loop } = openLoop({ client, hooks, clock });
    const ending = loop.run();
    ending.catch(() => undefined);
    await clock.advance(20);
    await expect(ending).rejects.toMatchObject({ code: 'model-failed' });
    expect(told.slice(2)).toEqual([
      ['on_rate_limit', { retry: 1, pauseMs: 20 }],
      ['on_error', { code: 'model-failed', message: expect.stringContaining('no such model') }],
    ]);
  });

  it('are not told that a run failed when it was cancelled', async () => {
    const { hooks, told } = watchers();
    const entered = new Semaphore();
    const client = new ScriptedModel(() => {
      entered.add();
      return new Promise(() => undefined);
    });
    const { loop, run, log } = openLoop({ client, hooks });
    const ending = loop.run();
    await entered.acquire();
    run.cancel();
    await expect(ending).rejects.toMatchObject({ code: 'cancelled' });
    expect(told.map(([type]) => type)).toEqual(['pre_prompt', 'generate_start']);
    expect(log.join()).not.toContain('on_error');
  });

  it('hold nobody up but the close of the run', async () => {
    const finish = new Semaphore();
    const hook = hookOf({ id: 'slow', eventType: 'generate_start' }, async () => {
      await finish.acquire();
      return HookResponse.continue();
    });
    const { loop, run, log } = openLoop({
      client: new ScriptedModel(() => ScriptedModel.text('done')),
      hooks: [hook],
    });
    expect(await loop.run()).toBe('done');
    expect(log).not.toContain('slow generate_start continued');
    const closing = run.close();
    finish.add();
    expect(await closing).toMatchObject({ clean: true, tasksCompleted: 1 });
    expect(log).toContain('slow generate_start continued');
  });

  it('run one after the other unless they want to run beside', async () => {
    const [order, finish] = [[] as string[], new Semaphore()];
    const hook = (id: string, asyncExecution: boolean, wait = false) =>
      hookOf({ id, eventType: 'generate_start', config: { asyncExecution } }, async () => {
        order.push(id);
        if (wait) await finish.acquire();
        return HookResponse.continue();
      });
    const hooks = [hook('a', false, true), hook('b', false), hook('c', true), hook('d', true)];
    const client = new ScriptedModel(() => ScriptedModel.text('done'));
    const { loop, run } = openLoop({ client, hooks });
    await loop.run();
    expect(order).toEqual(['a', 'c', 'd']);
    finish.add();
    expect(await run.close()).toMatchObject({ tasksCompleted: 3 });
    expect(order).toEqual(['a', 'c', 'd', 'b']);
  });

  it('cannot hold up or change what they look on, and stop those after them', async () => {
    const second = recordingHook({ id: 'second', eventType: 'generate_start' });
    const other = recordingHook({ id: 'other', eventType: 'generate_end' });
    const hooks = [
      second,
      other,
      hookOf({ id: 'first', eventType: 'generate_start' }, () => HookResponse.block('no')),
      hookOf({ id: 'changing', eventType: 'generate_end' }, () => HookResponse.continue({ text: 'mine' })),
    ];
    const client = new ScriptedModel(() => ScriptedModel.text('done'));
    const { loop, run, log } = openLoop({ client, hooks });
    expect(await loop.run()).toBe('done');
    await run.close();
    expect(second.events).toEqual([]);
    expect(other.events).toMatchObject([{ data: { text: 'done' } }]);
    expect(log).toContain('first generate_start blocked no');
    expect(log).toContain('changing generate_end continued');
  });

  it('may fail or be too slow, and the next one is told all the same', async () => {
    const clock = new ManualClock();
    const [release, last] = [new Semaphore(), recordingHook({ id: 'last', eventType: 'post_response' })];
    const hooks = [
      last,
      hookOf({ id: 'a-failing', eventType: 'post_response' }, () => Promise.reject(new Error('broken'))),
      hookOf({ id: 'b-slow', eventType: 'post_response', config: { timeoutMs: 10 } }, async () => {
        await release.acquire();
        return HookResponse.continue();
      }),
    ];
    const client = new ScriptedModel(() => ScriptedModel.text('done'));
    const { loop, run, log } = openLoop({ client, hooks, clock });
    await loop.run();
    const closing = run.close();
    await clock.advance(10);
    expect(last.events).toEqual([]);
    release.add();
    expect(await closing).toMatchObject({ clean: true });
    expect(log.slice(-3)).toEqual([
      'a-failing post_response failed broken',
      'b-slow post_response timed-out timed out after 10 ms',
      'last post_response continued',
    ]);
  });

  it('may finish while the run closes, and are told when they are given up', async () => {
    const clock = new ManualClock();
    const signals: AbortSignal[] = [];
    const hook = hookOf({ id: 'stuck', eventType: 'post_response' }, (_event, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const client = new ScriptedModel(() => ScriptedModel.text('done'));
    const { loop, run, log, giveUp } = openLoop({ client, hooks: [hook], clock });
    await loop.run();
    const closing = run.close();
    await clock.advance(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await clock.advance(10_000);
    expect(await closing).toMatchObject({ tasksTimedOut: 1, failures: [{ name: 'hook.observation' }] });
    giveUp();
    await clock.advance(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(log.filter((line) => line.startsWith('stuck'))).toEqual([]);
  });

  it('are dropped where a run has no room for them, and that is told', async () => {
    const names: HookEventType[] = ['generate_start', 'generate_end'];
    const hooks = names.map((eventType) => recordingHook({ id: 'late', eventType }));
    const client = new ScriptedModel(() => ScriptedModel.text('done'));
    const { loop, run, log } = openLoop({ client, hooks });
    for (let tasks = 1; tasks < MAX_SCOPE_TASKS; tasks += 1) run.spawn('work', async () => undefined);
    await loop.run();
    expect(hooks.map(({ events }) => events.length)).toEqual([1, 0]);
    expect(log.find((line) => line.startsWith('late generate_end'))).toMatch(/^late generate_end dropped /u);
  });
});

describe('a hook before the prompt', () => {
  const answering = (response: HookResponse) =>
    hookOf({ id: 'guard', eventType: 'pre_prompt' }, () => response);

  it('may replace it, for the model and for later hooks', async () => {
    const later = recordingHook({ id: 'later', eventType: 'pre_prompt' });
    const client = new ScriptedModel(() => ScriptedModel.text('done'));
    const { loop } = openLoop({
      client,
      hooks: [later, answering(HookResponse.continue({ prompt: 'go, carefully' }))],
    });
    await loop.run();
    expect(later.events).toMatchObject([{ data: { prompt: 'go, carefully' } }]);
    const asked = [{ role: 'user', content: [{ type: 'text', text: 'go, carefully' }] }];
    expect(client.requests[0]?.messages).toEqual(asked);
    expect(loop.messages.slice(0, 1)).toEqual(asked);
  });

  it.each<[string, HookResponse, string, number | null]>([
    ['refuse it', HookResponse.block('no'), 'The prompt was refused: no', null],
    ['put it off', HookResponse.retry('busy', 9), 'it may be sent again in 9 ms: busy', 9],
    ['leave it to a person', HookResponse.escalate('odd', 'ada'), 'refused: odd (for ada)', null],
  ])(
    'may %s, which ends the run before the model is asked',
    async (_what, response, message, retryAfterMs) => {
      const client = new ScriptedModel();
      const onError = recordingHook({ id: 'after', eventType: 'on_error' });
      const { loop, log } = openLoop({ client, hooks: [answering(response), onError] });
      await expect(loop.run()).rejects.toMatchObject({
        name: 'AgentLoopError',
        code: 'prompt-refused',
        retryAfterMs,
        message: expect.stringContaining(message),
      });
      expect(client.requests).toEqual([]);
      expect(onError.events).toMatchObject([{ data: { code: 'prompt-refused' } }]);
      expect(log).not.toContain('turn 1');
    },
  );

  it('that is too slow refuses it', async () => {
    const clock = new ManualClock();
    const hook = hookOf(
      { id: 'slow', eventType: 'pre_prompt', config: { timeoutMs: 7, asyncExecution: true } },
      () => new Promise(() => undefined),
    );
    const { loop } = openLoop({ hooks: [hook], clock });
    const ending = loop.run();
    ending.catch(() => undefined);
    await clock.advance(7);
    await expect(ending).rejects.toMatchObject({
      code: 'prompt-refused',
      reason: expect.stringContaining('"slow" timed out after 7 ms'),
    });
  });

  it('is given up when the run is cancelled', async () => {
    const entered = new Semaphore();
    const hook = hookOf({ id: 'slow', eventType: 'pre_prompt' }, () => {
      entered.add();
      return new Promise(() => undefined);
    });
    const { loop, run } = openLoop({ hooks: [hook] });
    const ending = loop.run();
    await entered.acquire();
    run.cancel();
    await expect(ending).rejects.toMatchObject({ code: 'cancelled' });
    const late = openLoop({ hooks: [hook] });
    late.run.cancel();
    await expect(late.loop.run()).rejects.toMatchObject({ code: 'cancelled' });
  });
});
