import { describe, expect, it } from 'vitest';
import { hookOf, recordingHook } from '../../test/hook-builders.js';
import { openLoop, READS, resultOf, results, toolOf } from '../../test/loop-builders.js';
import type { HookBinding, HookHandler } from '../kinds/hook.js';
import type { HookEventType } from '../kinds/hook-event.js';
import { HookResponse } from '../kinds/hook-response.js';
import { ToolOutput } from '../kinds/tool-output.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RecordingTool } from '../testing/recording-tool.js';
import { ScriptedModel } from '../testing/scripted-model.js';
import { Semaphore } from '../testing/semaphore.js';
import type { ConfirmationRequest } from './confirmation.js';
import { PermissionPolicy } from './permission-policy.js';

/** A hook that decides about tools before they are called. */
function guard(handle: HookHandler['handle'], eventType: HookEventType = 'pre_tool_use'): HookBinding {
  return hookOf({ id: 'guard', eventType }, handle);
}

/** Leaves no room for a task in a scope. */
function fill(run: CapabilityScope<'run'>): void {
  try {
    for (;;) run.spawn('work', async () => undefined);
  } catch {
    // It is full.
  }
}

describe('a hook before a tool call', () => {
  it('is told what would be called, and lets it go on', async () => {
    const [tool, hook] = [new RecordingTool('read'), recordingHook({ id: 'a', eventType: 'pre_tool_use' })];
    const told = await resultOf({ tools: [tool], hooks: [hook] }, { name: 'read', input: { path: 'a' } });
    expect(told).toMatchObject([{ isError: false }]);
    expect(hook.events).toEqual([
      {
        type: 'pre_tool_use',
        sessionId: 'session',
        runId: 'run',
        data: { tool: 'read', callId: 'call-1', arguments: { path: 'a' } },
      },
    ]);
    const [event] = hook.events;
    expect([event, event?.data, event?.data['arguments']].every(Object.isFrozen)).toBe(true);
    expect(Object.isFrozen(tool.calls[0]?.args)).toBe(false);
  });

  it('is asked only about the tools that it is for', async () => {
    const hook = hookOf({ id: 'a', eventType: 'pre_tool_use', matcher: 'write*' }, () =>
      HookResponse.block('read only'),
    );
    const tools = [new RecordingTool('read'), new RecordingTool('write_file')];
    expect(
      await resultOf({ tools, hooks: [hook] }, { name: 'read' }, { name: 'write_file', id: 'second' }),
    ).toEqual([
      { isError: false, text: 'version-one' },
      { isError: true, text: 'write_file was not called: read only' },
    ]);
    expect(tools[1]?.calls).toEqual([]);
  });

  it('may put the call off, and the model reads for how long', async () => {
    const hooks = [guard(async () => HookResponse.retry('the disk is busy', 500))];
    expect(await resultOf({ tools: [new RecordingTool('read')], hooks }, { name: 'read' })).toEqual([
      { isError: true, text: 'read was not called; it may be called again in 500 ms: the disk is busy' },
    ]);
  });

  it('may replace the arguments, and the policy, later hooks and the tool see the new ones', async () => {
    const tool = new RecordingTool('read');
    const later = recordingHook({ id: 'later', eventType: 'pre_tool_use' });
    const hooks = [later, guard(() => HookResponse.continue({ arguments: { path: 'safe' } }))];
    const permissions = new PermissionPolicy().allow('*').deny('read(secret)');
    const told = await resultOf(
      { tools: [tool], hooks, permissions },
      { name: 'read', input: { path: 'secret' } },
    );
    expect(told).toMatchObject([{ isError: false }]);
    expect(tool.calls.map(({ args }) => args)).toEqual([{ path: 'safe' }]);
    expect(later.events.map(({ data }) => data['arguments'])).toEqual([{ path: 'safe' }]);
    const swapped = [guard(() => HookResponse.continue({ arguments: { path: 'secret' } }))];
    expect(
      await resultOf(
        { tools: [tool], hooks: swapped, permissions },
        { name: 'read', input: { path: 'safe' } },
      ),
    ).toMatchObject([{ isError: true, text: expect.stringContaining('permission policy refuses') }]);
  });

  it('keeps what earlier ones replaced when it lets a person decide', async () => {
    const [tool, asked] = [new RecordingTool('run'), [] as ConfirmationRequest[]];
    const hooks = [
      hookOf({ id: 'a', eventType: 'pre_tool_use' }, () =>
        HookResponse.continue({ arguments: { command: 'in a sandbox' } }),
      ),
      hookOf({ id: 'b', eventType: 'pre_tool_use' }, () => HookResponse.escalate('look at it')),
    ];
    const confirm = async (request: ConfirmationRequest) => {
      asked.push(request);
      return { approved: true };
    };
    await resultOf({ tools: [tool], hooks, confirm }, { name: 'run', input: { command: 'anywhere' } });
    expect(asked).toMatchObject([{ arguments: { command: 'in a sandbox' }, reason: 'look at it' }]);
    expect(tool.calls.map(({ args }) => args)).toEqual([{ command: 'in a sandbox' }]);
  });

  it('cannot replace arguments by some that do not fit the tool', async () => {
    const parameters = { type: 'object', required: ['path'] };
    const tool = new RecordingTool('read', 'v', parameters);
    const hooks = [guard(() => HookResponse.continue({ arguments: {} }))];
    expect(await resultOf({ tools: [tool], hooks }, { name: 'read', input: { path: 'a' } })).toEqual([
      { isError: true, text: expect.stringContaining("must have required property 'path'") },
    ]);
    expect(tool.calls).toEqual([]);
  });

  it('that replaces arguments decides what runs side by side', async () => {
    let [running, most] = [0, 0];
    const tool = toolOf({
      name: 'work',
      capabilities: ({ alone }) => ({ ...READS, maxParallelism: alone === true ? 1 : 4 }),
      execute: async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return ToolOutput.success('done');
      },
    });
    const calls = [{ name: 'work' }, { name: 'work', id: 'second' }];
    await resultOf({ tools: [tool], hooks: [guard(() => HookResponse.continue())] }, ...calls);
    expect(most).toBe(2);
    most = 0;
    const hooks = [guard(() => HookResponse.continue({ arguments: { alone: true } }))];
    await resultOf({ tools: [tool], hooks }, ...calls);
    expect(most).toBe(1);
  });

  it.each<[string, HookHandler['handle']]>([
    ['throws', () => Promise.reject(new Error('no idea'))],
    [
      'throws at once',
      () => {
        throw new Error('no idea');
      },
    ],
    ['answers nonsense', () => ({ type: 'yes' }) as never],
    ['replaces what is not to be replaced', () => HookResponse.continue({ tool: 'rm' })],
    ['replaces the arguments by a text', () => HookResponse.continue({ arguments: 'all' })],
    ['replaces more than the arguments', () => HookResponse.continue({ arguments: {}, tool: 'rm' })],
  ])('that %s refuses the call', async (_what, handle) => {
    const tool = new RecordingTool('read');
    expect(await resultOf({ tools: [tool], hooks: [guard(handle)] }, { name: 'read' })).toEqual([
      {
        isError: true,
        text: 'read was not called: the hook "guard" failed, and without its word nothing goes on',
      },
    ]);
    expect(tool.calls).toEqual([]);
  });

  it('that is too slow refuses the call, is asked to stop, and is not waited for before the run closes', async () => {
    const clock = new ManualClock();
    const [entered, finish] = [new Semaphore(), new Semaphore()];
    const stopped: boolean[] = [];
    const hook = hookOf(
      { id: 'slow', eventType: 'pre_tool_use', config: { timeoutMs: 50, maxRetries: 3 } },
      async (_event, { signal }) => {
        entered.add();
        await finish.acquire();
        stopped.push(signal.aborted);
        throw new Error('too late, and not to be tried again');
      },
    );
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read' }),
      () => ScriptedModel.text('done'),
    );
    const { loop, run, log } = openLoop({ client, clock, tools: [new RecordingTool('read')], hooks: [hook] });
    const ending = loop.run();
    await entered.acquire();
    await clock.advance(50);
    expect(await ending).toBe('done');
    expect(results(loop)).toMatchObject([
      { content: expect.stringContaining('"slow" timed out after 50 ms') },
    ]);
    expect(log).toContain('slow pre_tool_use timed-out timed out after 50 ms');
    let closed = false;
    const closing = run.close().then((report) => {
      closed = true;
      return report;
    });
    await clock.advance(1);
    expect(closed).toBe(false);
    finish.add();
    expect(await closing).toMatchObject({ clean: true, tasksCompleted: 1 });
    expect(stopped).toEqual([true]);
  });

  it('that never ends is named in the report of the run', async () => {
    const clock = new ManualClock();
    const hook = hookOf(
      { id: 'stuck', eventType: 'pre_tool_use', config: { timeoutMs: 1 } },
      () => new Promise(() => undefined),
    );
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read' }),
      () => ScriptedModel.text('done'),
    );
    const { loop, run } = openLoop({ client, clock, tools: [new RecordingTool('read')], hooks: [hook] });
    const ending = loop.run();
    await clock.advance(1);
    await ending;
    const closing = run.close();
    await clock.advance(10_000);
    expect(await closing).toMatchObject({
      clean: false,
      tasksTimedOut: 1,
      failures: [{ name: 'hook.timeout-settle' }],
    });
  });

  it('is given up with its run, which waits for it nevertheless', async () => {
    const [entered, finish] = [new Semaphore(), new Semaphore()];
    const tool = new RecordingTool('read');
    const hook = guard(async () => {
      entered.add();
      await finish.acquire();
      return HookResponse.continue();
    });
    const client = new ScriptedModel(() => ScriptedModel.toolCalls({ name: 'read' }));
    const { loop, run, session } = openLoop({ client, tools: [tool], hooks: [hook] });
    const ending = loop.run();
    await entered.acquire();
    run.cancel();
    await expect(ending).rejects.toMatchObject({ code: 'cancelled' });
    const order: string[] = [];
    const closing = session.close().then(() => order.push('closed'));
    order.push('finished');
    finish.add();
    await closing;
    expect(order).toEqual(['finished', 'closed']);
    expect(tool.calls).toEqual([]);
  });

  it('is called again as often as it may fail', async () => {
    let calls = 0;
    const failing = (failures: number): HookBinding =>
      hookOf({ id: 'shaky', eventType: 'pre_tool_use', config: { maxRetries: 2 } }, () => {
        calls += 1;
        if (calls <= failures) throw new Error('not yet');
        return HookResponse.continue();
      });
    const tools = [new RecordingTool('read')];
    expect(await resultOf({ tools, hooks: [failing(2)] }, { name: 'read' })).toMatchObject([
      { isError: false },
    ]);
    expect(calls).toBe(3);
    calls = 0;
    expect(await resultOf({ tools, hooks: [failing(3)] }, { name: 'read' })).toMatchObject([
      { isError: true },
    ]);
    expect(calls).toBe(3);
  });

  it('is asked however many observers its run has had', async () => {
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read' }),
      () => ScriptedModel.text('done'),
    );
    const hook = recordingHook({ id: 'a', eventType: 'pre_tool_use', matcher: 'read' });
    const filling = hookOf({ id: 'b', eventType: 'generate_start' }, () => {
      fill(run);
      return HookResponse.continue();
    });
    const { loop, run } = openLoop({ client, tools: [new RecordingTool('read')], hooks: [hook, filling] });
    await loop.run();
    expect(hook.events).toHaveLength(1);
  });

  it('cannot be asked any more where the run is full, and refuses then', async () => {
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read' }),
      () => ScriptedModel.text('done'),
    );
    const hooks = [guard(() => HookResponse.continue())];
    const { loop, run } = openLoop({ client, tools: [new RecordingTool('read')], hooks });
    fill(run);
    await loop.run();
    expect(results(loop)).toMatchObject([
      {
        isError: true,
        content: expect.stringContaining('read was not called: its hooks could not be asked'),
      },
    ]);
  });
});

describe('several hooks before a tool call', () => {
  const first = (response: HookResponse): HookBinding =>
    hookOf({ id: 'first', eventType: 'pre_tool_use' }, () => response);

  it.each<[string, HookResponse]>([
    ['blocks', HookResponse.block('no')],
    ['puts it off', HookResponse.retry('no', 1)],
    ['skips', HookResponse.skip()],
    ['wants a person', HookResponse.escalate('no')],
  ])('end with the first that %s', async (_what, response) => {
    const second = recordingHook({ id: 'second', eventType: 'pre_tool_use' });
    await resultOf(
      { tools: [new RecordingTool('read')], hooks: [second, first(response)] },
      { name: 'read' },
    );
    expect(second.events).toEqual([]);
  });

  it('lose what they have changed when a later one skips', async () => {
    const tool = new RecordingTool('read');
    const hooks = [
      first(HookResponse.continue({ arguments: { path: 'b' } })),
      hookOf({ id: 'second', eventType: 'pre_tool_use' }, () => HookResponse.skip()),
    ];
    await resultOf({ tools: [tool], hooks }, { name: 'read', input: { path: 'a' } });
    expect(tool.calls.map(({ args }) => args)).toEqual([{ path: 'a' }]);
  });

  it('leave the last change where a later one changes nothing', async () => {
    const tool = new RecordingTool('read');
    const hooks = [
      first(HookResponse.continue({ arguments: { path: 'b' } })),
      hookOf({ id: 'second', eventType: 'pre_tool_use' }, () => HookResponse.continue({})),
    ];
    await resultOf({ tools: [tool], hooks }, { name: 'read', input: { path: 'a' } });
    expect(tool.calls.map(({ args }) => args)).toEqual([{ path: 'b' }]);
  });
});

describe('a hook where a person has to agree', () => {
  const permissions = new PermissionPolicy().ask('*');

  it('is asked before the person, and may spare them the question', async () => {
    let asked = 0;
    const confirm = async () => {
      asked += 1;
      return { approved: true };
    };
    const tools = [new RecordingTool('read')];
    const hooks = [guard(() => HookResponse.block('not today'), 'permission_request')];
    expect(await resultOf({ tools, hooks, permissions, confirm }, { name: 'read' })).toEqual([
      { isError: true, text: 'read was not called: not today' },
    ]);
    expect(asked).toBe(0);
    const going = [recordingHook({ id: 'a', eventType: 'permission_request', matcher: 're*' })];
    expect(await resultOf({ tools, hooks: going, permissions, confirm }, { name: 'read' })).toMatchObject([
      { isError: false },
    ]);
    expect(asked).toBe(1);
    expect(going[0]?.events).toMatchObject([{ data: { tool: 'read', arguments: {} } }]);
  });

  it('cannot replace the arguments any more', async () => {
    const hooks = [guard(() => HookResponse.continue({ arguments: {} }), 'permission_request')];
    const confirm = async () => ({ approved: true });
    const tools = [new RecordingTool('read')];
    expect(await resultOf({ tools, hooks, permissions, confirm }, { name: 'read' })).toMatchObject([
      { isError: true, text: expect.stringContaining('the hook "guard" failed') },
    ]);
  });

  it('is not asked where the policy decides', async () => {
    const hook = recordingHook({ id: 'a', eventType: 'permission_request' });
    await resultOf({ tools: [new RecordingTool('read')], hooks: [hook] }, { name: 'read' });
    expect(hook.events).toEqual([]);
  });

  it('leaves the question to the person where it wants one anyway', async () => {
    const hooks = [guard(() => HookResponse.escalate('costly'), 'permission_request')];
    const confirm = async () => ({ approved: true });
    const tools = [new RecordingTool('read')];
    expect(await resultOf({ tools, hooks, permissions, confirm }, { name: 'read' })).toMatchObject([
      { isError: false },
    ]);
  });

  it('can turn an allowed call into a question, with its reason', async () => {
    const requests: ConfirmationRequest[] = [];
    const confirm = async (request: ConfirmationRequest) => {
      requests.push(request);
      return { approved: false, reason: 'too dear' };
    };
    const tools = [new RecordingTool('read')];
    const hooks = [guard(() => HookResponse.escalate('it costs money', 'the owner'))];
    expect(await resultOf({ tools, hooks, confirm }, { name: 'read' })).toEqual([
      { isError: true, text: 'A person refused read: too dear' },
    ]);
    expect(requests).toMatchObject([{ tool: 'read', reason: 'it costs money (for the owner)' }]);
    expect(await resultOf({ tools, hooks }, { name: 'read' })).toMatchObject([
      { isError: true, text: expect.stringContaining('nobody can be asked') },
    ]);
  });

  it('is told what the person said', async () => {
    const hook = recordingHook({ id: 'a', eventType: 'on_confirmation' });
    const setup = { tools: [new RecordingTool('read')], hooks: [hook], permissions };
    await resultOf({ ...setup, confirm: async () => ({ approved: true }) }, { name: 'read' });
    await resultOf({ ...setup, confirm: async () => ({ approved: false, reason: 'no' }) }, { name: 'read' });
    await resultOf({ ...setup, confirm: () => Promise.reject(new Error('gone')) }, { name: 'read' });
    const about = { tool: 'read', callId: 'call-1' };
    expect(hook.events.map(({ data }) => data)).toEqual([
      { ...about, approved: true },
      { ...about, approved: false, reason: 'no' },
      { ...about, approved: false },
    ]);
  });
});
