import { describe, expect, it } from 'vitest';
import { openLoop, READS, toolOf } from '../../test/loop-builders.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { CountingEffect } from '../testing/counting-effect.js';
import { FailingEffect } from '../testing/failing-effect.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RecordingTool } from '../testing/recording-tool.js';
import { ScriptedModel, type ScriptedStep } from '../testing/scripted-model.js';
import { Semaphore } from '../testing/semaphore.js';

describe('the agent loop', () => {
  it('asks the model until it answers without calling a tool', async () => {
    const tool = new RecordingTool('read', 'contents');
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read', input: { path: 'a' } }),
      () => ScriptedModel.text('it says contents'),
    );
    const { loop, log } = openLoop({ client, tools: [tool], system: 'Be brief.' });
    expect(await loop.run()).toBe('it says contents');
    expect(log).toEqual([
      'turn 1',
      'call read',
      'ok read',
      'end 1 ',
      'turn 2',
      'text it says contents',
      'end 2 it says contents',
    ]);
    expect(tool.calls[0]).toMatchObject({
      args: { path: 'a' },
      context: { workspace: '/work', sessionId: 'session', runId: 'run', callId: 'call-1' },
    });
    expect(tool.calls[0]?.context.scope.id).toBe('session/test/run/run/turn/turn-1');
    expect(loop.toolCallsCount).toBe(1);
    expect(loop.usage.totalTokens).toBe(4);
    expect(loop.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(client.requests[1]).toMatchObject({
      system: 'Be brief.',
      runId: 'run',
      tools: [{ name: 'read', description: 'contents' }],
    });
  });

  it('tells the model only of tools that may be seen, and executes the others all the same', async () => {
    const hidden = toolOf({ name: 'hidden', isModelVisible: () => false });
    const broken = toolOf({
      name: 'broken',
      isModelVisible: () => {
        throw new Error('no idea');
      },
    });
    const client = new ScriptedModel(
      ({ tools }) => {
        expect(tools).toEqual([]);
        return ScriptedModel.toolCalls({ name: 'hidden' });
      },
      () => ScriptedModel.text('done'),
    );
    const { loop, log } = openLoop({ client, tools: [hidden, broken] });
    await loop.run();
    expect(log).toContain('ok hidden');
  });

  it('closes what a tool has opened when its turn ends', async () => {
    const effect = new CountingEffect();
    const tool = toolOf({
      name: 'open',
      execute: async (_args, { scope }) => {
        scope.registerEffect(effect);
        return ToolOutput.success('opened');
      },
    });
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'open' }),
      () => {
        expect(effect.closed).toBe(1);
        return ScriptedModel.text('done');
      },
    );
    const { loop } = openLoop({ client, tools: [tool] });
    await loop.run();
    expect(loop.uncleanTurns).toEqual([]);
  });

  it('keeps the report of a turn that did not close cleanly', async () => {
    const tool = toolOf({
      name: 'open',
      execute: async (_args, { scope }) => {
        scope.registerEffect(new FailingEffect());
        return ToolOutput.success('opened');
      },
    });
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'open' }),
      () => ScriptedModel.text('done'),
    );
    const { loop } = openLoop({ client, tools: [tool] });
    await loop.run();
    expect(loop.uncleanTurns).toMatchObject([{ effectsFailed: 1, clean: false }]);
  });

  it('ends at the round limit, having run the last round that it allows', async () => {
    const steps = Array.from(
      { length: 3 },
      (): ScriptedStep => () => ScriptedModel.toolCalls({ name: 'read' }),
    );
    const tool = new RecordingTool('read');
    const { loop } = openLoop({
      client: new ScriptedModel(...steps),
      tools: [tool],
      limits: { maxToolRounds: 2 },
    });
    await expect(loop.run()).rejects.toMatchObject({ code: 'round-limit', maxToolRounds: 2 });
    expect(tool.calls).toHaveLength(2);
  });

  it('accepts an answer after exactly as many rounds as the limit allows', async () => {
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read' }),
      () => ScriptedModel.text('done'),
    );
    const { loop } = openLoop({ client, tools: [new RecordingTool('read')], limits: { maxToolRounds: 1 } });
    expect(await loop.run()).toBe('done');
  });

  it('tells streamed text as it comes', async () => {
    const { loop, log } = openLoop({
      client: new ScriptedModel(() => ScriptedModel.text('hello')),
      streaming: true,
    });
    expect(await loop.run()).toBe('hello');
    expect(log).toEqual(['turn 1', 'text hello', 'end 1 hello']);
  });
});

describe('cancelling a run', () => {
  it('aborts the model call', async () => {
    const thinking = new Semaphore();
    const client = new ScriptedModel(() => {
      thinking.add();
      return new Promise(() => undefined);
    });
    const { loop, run } = openLoop({ client });
    const failure = expect(loop.run()).rejects.toMatchObject({ code: 'cancelled' });
    await thinking.acquire();
    run.cancel();
    await failure;
    expect(client.requests[0]?.signal.aborted).toBe(true);
  });

  it('aborts every tool in flight and starts none of those that wait', async () => {
    const entered = new Semaphore();
    const aborted: string[] = [];
    const tool = toolOf({
      name: 'work',
      execute: (_args, { signal, callId }) => {
        entered.add();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(callId);
            reject(signal.reason);
          });
        });
      },
      capabilities: () => ({ ...READS, maxParallelism: 2 }),
    });
    const client = new ScriptedModel(() =>
      ScriptedModel.toolCalls(...['a', 'b', 'c'].map((id) => ({ name: 'work', id }))),
    );
    const { loop, run, log } = openLoop({ client, tools: [tool] });
    const failure = expect(loop.run()).rejects.toMatchObject({ code: 'cancelled' });
    await entered.acquire();
    await entered.acquire();
    run.cancel();
    await failure;
    expect(aborted).toEqual(['a', 'b']);
    expect(log).toEqual(['turn 1', 'call work', 'call work', 'failed work', 'failed work']);
  });

  it('counts even if the model has answered at the same time', async () => {
    let cancel = (): void => undefined;
    const client = new ScriptedModel(() => {
      cancel();
      return ScriptedModel.text('done');
    });
    const { loop, run } = openLoop({ client });
    cancel = () => run.cancel();
    await expect(loop.run()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('happens by itself when the run takes too long', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(() => new Promise(() => undefined));
    const { loop } = openLoop({ client, clock, limits: { maxExecutionTimeMs: 5_000 } });
    const failure = expect(loop.run()).rejects.toMatchObject({ code: 'run-timeout', timeoutMs: 5_000 });
    await clock.advance(4_999);
    expect(client.requests[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    await failure;
    expect(clock.pendingTimers).toBe(0);
  });
});
