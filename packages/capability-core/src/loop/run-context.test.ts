import { describe, expect, it } from 'vitest';
import { itemOf, providerOf, resultOfItems } from '../../test/context-builders.js';
import { hookOf, recordingHook } from '../../test/hook-builders.js';
import { openLoop } from '../../test/loop-builders.js';
import type { ContextProvider, ContextTurn } from '../kinds/context-provider.js';
import { ContextQuery } from '../kinds/context-provider.js';
import { HookResponse } from '../kinds/hook-response.js';
import { MAX_SCOPE_TASKS } from '../scope/limits.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RecordingTool } from '../testing/recording-tool.js';
import { ScriptedModel } from '../testing/scripted-model.js';
import { Semaphore } from '../testing/semaphore.js';
import { CONTEXT_TIMEOUT_MS } from './limits.js';

/** A model that says at once that it is done. */
function doneModel(): ScriptedModel {
  return new ScriptedModel(() => ScriptedModel.text('done'));
}

describe('the context of a run', () => {
  it('stands behind the instructions in every model call, and is asked for once', async () => {
    const queries: ContextQuery[] = [];
    const notes = providerOf('notes', {
      query: async (query) => {
        queries.push(query);
        return resultOfItems(itemOf('a < b', { source: 'notes.md' }));
      },
    });
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read' }),
      () => ScriptedModel.text('done'),
    );
    const { loop, log } = openLoop({
      client,
      system: 'Be brief.',
      tools: [new RecordingTool('read')],
      providers: [notes],
    });
    await loop.run();
    const [first, second] = client.requests.map(({ system }) => system);
    expect(first).toMatch(
      /^Be brief\.\n\nThe context elements.*\n\n<context source="notes\.md" type="resource">\na &lt; b\n<\/context>$/u,
    );
    expect(second).toBe(first);
    expect(queries).toEqual([ContextQuery.of('go', { sessionId: 'session' })]);
    expect(log.slice(0, 3)).toEqual(['notes query answered', 'context 1 0', 'turn 1']);
  });

  it('changes nothing where nothing is found', async () => {
    const client = doneModel();
    const none = providerOf('none', { query: async () => resultOfItems() });
    const { loop } = openLoop({ client, system: 'Be brief.', providers: [none] });
    await loop.run();
    expect(client.requests[0]?.system).toBe('Be brief.');
    const silent = doneModel();
    await openLoop({ client: silent, providers: [none] }).loop.run();
    expect(silent.requests[0]).not.toHaveProperty('system');
  });

  it('is asked for with the prompt that hooks have left, and they are told what was found', async () => {
    const client = doneModel();
    const after = recordingHook({ id: 'after', eventType: 'post_context_perception' });
    const before = recordingHook({ id: 'before', eventType: 'pre_context_perception' });
    const { loop, run } = openLoop({
      client,
      hooks: [
        hookOf({ id: 'a', eventType: 'pre_prompt' }, () => HookResponse.continue({ prompt: 'other' })),
        before,
        after,
      ],
      providers: [
        providerOf('echo', { query: async ({ text }) => resultOfItems(itemOf(text, { id: 'x' })) }),
      ],
    });
    await loop.run();
    await run.close();
    expect(client.requests[0]?.system).toContain('\nother\n');
    expect(before.events).toMatchObject([{ data: { query: 'other' } }]);
    expect(after.events.map(({ data }) => data)).toEqual([
      { items: [{ provider: 'echo', id: 'x', contextType: 'resource', relevance: 0.5 }], leftOut: 0 },
    ]);
  });

  it('comes from all providers, asked side by side, each with as many items as it was asked for', async () => {
    const [entered, release] = [new Semaphore(), new Semaphore()];
    const held = (name: string, relevance: number) =>
      providerOf(name, {
        query: async ({ maxResults }) => {
          entered.add();
          await release.acquire();
          return resultOfItems(
            ...Array.from({ length: maxResults + 1 }, (_, n) => itemOf(`${name}-${n}`, { relevance })),
          );
        },
      });
    const client = doneModel();
    const { loop, log } = openLoop({ client, providers: [held('low', 0.1), held('high', 0.9)] });
    const ending = loop.run();
    await entered.acquire();
    await entered.acquire();
    release.add(2);
    await ending;
    expect(log).toContain('context 20 0');
    const system = client.requests[0]?.system ?? '';
    expect(system.indexOf('high-9')).toBeLessThan(system.indexOf('low-0'));
    expect(system).not.toContain('high-10');
  });

  it.each<[string, ContextProvider['query'], string]>([
    ['fails', () => Promise.reject(new Error('no index')), 'no index'],
    [
      'fails at once',
      () => {
        throw new Error('no index');
      },
      'no index',
    ],
    ['answers nonsense', async () => 'text' as never, 'its answer is no context result'],
  ])('goes on without a provider that %s, unless that must not be', async (_what, query, reason) => {
    const client = doneModel();
    const { loop, log } = openLoop({
      client,
      providers: [providerOf('bad', { query }), providerOf('good')],
    });
    await loop.run();
    expect(client.requests[0]?.system).toContain('from good');
    expect(log).toContain(`bad query failed ${reason}`);
    const asked = new ScriptedModel();
    const strict = openLoop({
      client: asked,
      providers: [providerOf('bad', { query, failureMode: 'fail_closed' }), providerOf('good')],
    });
    await expect(strict.loop.run()).rejects.toMatchObject({
      name: 'AgentLoopError',
      code: 'context-failed',
      provider: 'bad',
      reason,
    });
    expect(asked.requests).toEqual([]);
  });

  it('gives a provider so long and no longer, and waits for it when the run closes', async () => {
    const clock = new ManualClock();
    const release = new Semaphore();
    const slow = providerOf('slow', {
      query: async () => {
        await release.acquire();
        return resultOfItems(itemOf('late'));
      },
    });
    const client = doneModel();
    const { loop, run, log } = openLoop({ client, clock, providers: [slow] });
    const ending = loop.run();
    await clock.advance(CONTEXT_TIMEOUT_MS - 1);
    expect(log).toEqual([]);
    await clock.advance(1);
    await ending;
    expect(log[0]).toBe(`slow query timed-out it did not answer within ${CONTEXT_TIMEOUT_MS} ms`);
    expect(client.requests[0]).not.toHaveProperty('system');
    const order: string[] = [];
    const closing = run.close().finally(() => order.push('closed'));
    await clock.advance(1);
    order.push('finished');
    release.add();
    expect(await closing).toMatchObject({ clean: true, tasksCompleted: 1 });
    expect(order).toEqual(['finished', 'closed']);
  });

  it('ends the run when one that must not be missed is too slow, and asks the others to stop', async () => {
    const clock = new ManualClock();
    const signals: AbortSignal[] = [];
    const stuck = (name: string, over: Partial<ContextProvider>) =>
      providerOf(name, {
        query: (_query, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
        ...over,
      });
    const failing = providerOf('failing', {
      failureMode: 'fail_closed',
      query: () => Promise.reject(new Error('gone')),
    });
    const { loop } = openLoop({ clock, providers: [stuck('a', {}), failing] });
    await expect(loop.run()).rejects.toMatchObject({ code: 'context-failed', provider: 'failing' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const late = openLoop({ clock, providers: [stuck('b', { failureMode: 'fail_closed' })] });
    const ending = late.loop.run();
    ending.catch(() => undefined);
    await clock.advance(CONTEXT_TIMEOUT_MS);
    await expect(ending).rejects.toMatchObject({
      code: 'context-failed',
      reason: expect.stringContaining(`within ${CONTEXT_TIMEOUT_MS} ms`),
    });
  });

  it('is given up with the run', async () => {
    const entered = new Semaphore();
    const stuck = providerOf('stuck', {
      failureMode: 'fail_closed',
      query: () => {
        entered.add();
        return new Promise(() => undefined);
      },
    });
    const { loop, run, log } = openLoop({ providers: [stuck] });
    const ending = loop.run();
    await entered.acquire();
    run.cancel();
    await expect(ending).rejects.toMatchObject({ code: 'cancelled' });
    expect(log).toEqual([]);
    const late = openLoop({ providers: [stuck] });
    late.run.cancel();
    await expect(late.loop.run()).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a turn that ended well', () => {
  it('is told to the providers, which only the close of the run waits for', async () => {
    const [turns, release] = [[] as ContextTurn[], new Semaphore()];
    const remembering = providerOf('memory', {
      onTurnComplete: async (turn) => {
        await release.acquire();
        turns.push(turn);
      },
    });
    const { loop, run, log } = openLoop({ client: doneModel(), providers: [remembering, providerOf('b')] });
    await loop.run();
    expect(turns).toEqual([]);
    const closing = run.close();
    release.add();
    expect(await closing).toMatchObject({ clean: true });
    expect(turns).toEqual([{ sessionId: 'session', prompt: 'go', response: 'done' }]);
    expect(log.at(-1)).toBe('memory turn-complete answered');
  });

  it('is told to none when the run failed', async () => {
    let told = 0;
    const provider = providerOf('memory', {
      onTurnComplete: () => {
        told += 1;
      },
    });
    const { loop } = openLoop({ client: new ScriptedModel(), providers: [provider] });
    await expect(loop.run()).rejects.toMatchObject({ code: 'model-failed' });
    expect(told).toBe(0);
  });

  it('harms nothing where a provider fails, is too slow or finds no room', async () => {
    const clock = new ManualClock();
    const providers = [
      providerOf('failing', { onTurnComplete: () => Promise.reject(new Error('full')) }),
      providerOf('slow', { onTurnComplete: () => new Promise(() => undefined) }),
      providerOf('late', { onTurnComplete: () => undefined }),
    ];
    const { loop, run, log } = openLoop({ client: doneModel(), clock, providers });
    // One task waits for queries that were given up.
    for (let tasks = 3; tasks < MAX_SCOPE_TASKS; tasks += 1) run.spawn('work', async () => undefined);
    expect(await loop.run()).toBe('done');
    await clock.advance(CONTEXT_TIMEOUT_MS);
    expect(log.filter((line) => line.includes('turn-complete'))).toEqual([
      expect.stringMatching(/^late turn-complete dropped /u),
      'failing turn-complete failed full',
      `slow turn-complete timed-out it did not answer within ${CONTEXT_TIMEOUT_MS} ms`,
    ]);
    const closing = run.close();
    await clock.advance(10_000);
    expect(await closing).toMatchObject({ tasksTimedOut: 1, failures: [{ name: 'context.turn-complete' }] });
  });
});
