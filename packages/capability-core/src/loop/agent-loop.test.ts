import { describe, expect, it } from 'vitest';
import { CapabilitySet } from '../identity/capability-set.js';
import type { Tool } from '../kinds/tool.js';
import { CONSERVATIVE_TOOL_CAPABILITIES } from '../kinds/tool-capabilities.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { systemClock } from '../lifecycle/clock.js';
import { type ToolResultBlock, toolResultText } from '../model/content-block.js';
import type { LlmClient } from '../model/llm-client.js';
import { userMessage } from '../model/message.js';
import { ModelError } from '../model/model-error.js';
import { CapabilityScope } from '../scope/capability-scope.js';
import { CountingEffect } from '../testing/counting-effect.js';
import { FailingEffect } from '../testing/failing-effect.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RecordingTool } from '../testing/recording-tool.js';
import { ScriptedModel, type ScriptedStep, type ScriptedToolCall } from '../testing/scripted-model.js';
import { Semaphore } from '../testing/semaphore.js';
import { AgentLoop } from './agent-loop.js';
import {
  CONFIRMATION_TIMEOUT_MS,
  RATE_LIMIT_BACK_OFF_MS,
  RATE_LIMIT_BACK_OFF_MS_MAX,
  RATE_LIMIT_RETRIES,
  TOOL_CALLS_PER_TURN_MAX,
} from './limits.js';
import type { LoopEnvironment } from './loop-environment.js';
import { DEFAULT_LOOP_LIMITS } from './loop-limits.js';
import { PermissionPolicy } from './permission-policy.js';

const READS = {
  ...CONSERVATIVE_TOOL_CAPABILITIES,
  readOnly: true,
  idempotent: true,
  cancellationSafe: true,
  maxParallelism: 4,
};

type Setup = Partial<Omit<LoopEnvironment, 'tools' | 'limits'>> & {
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<LoopEnvironment['limits']>;
};

/** A loop on a run of its own; `log` holds what its observer was told. */
function setUp({ tools = [], limits, ...over }: Setup) {
  const log: string[] = [];
  const clock = over.clock ?? systemClock;
  const session = CapabilityScope.openSession({ set: CapabilitySet.empty(), localId: 'test', clock });
  const run = session.admitRun('run');
  const environment: LoopEnvironment = {
    workspace: '/work',
    sessionId: 'session',
    runId: 'run',
    client: new ScriptedModel(),
    streaming: false,
    system: null,
    permissions: new PermissionPolicy().allow('*'),
    confirm: null,
    clock,
    observer: {
      turnStarted: (turn) => log.push(`turn ${turn}`),
      turnFinished: (turn, { text }) => log.push(`end ${turn} ${text}`),
      text: (text) => log.push(`text ${text}`),
      toolStarted: ({ tool }) => log.push(`call ${tool}`),
      toolFinished: ({ tool }, { success }) => log.push(`${success ? 'ok' : 'failed'} ${tool}`),
    },
    ...over,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    limits: { ...DEFAULT_LOOP_LIMITS, ...limits },
  };
  return { loop: new AgentLoop(environment, run, [userMessage('go')]), run, session, log };
}

/** The tool results that the loop has told the model, in order. */
function results(loop: AgentLoop): readonly ToolResultBlock[] {
  return loop.messages.flatMap(({ content }) => content).filter((block) => block.type === 'tool_result');
}

/** The one tool result of a model that calls once and then ends. */
async function resultOf(setup: Setup, ...calls: readonly ScriptedToolCall[]) {
  const client = new ScriptedModel(
    () => ScriptedModel.toolCalls(...calls),
    () => ScriptedModel.text('done'),
  );
  const { loop } = setUp({ client, ...setup });
  expect(await loop.run()).toBe('done');
  return results(loop).map((block) => ({ text: toolResultText(block), isError: block.isError ?? false }));
}

function toolOf(over: Partial<Tool> & Pick<Tool, 'name'>): Tool {
  return {
    description: '',
    parameters: { type: 'object' },
    execute: async () => ToolOutput.success('ok'),
    ...over,
  };
}

describe('the agent loop', () => {
  it('asks the model until it answers without calling a tool', async () => {
    const tool = new RecordingTool('read', 'contents');
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'read', input: { path: 'a' } }),
      () => ScriptedModel.text('it says contents'),
    );
    const { loop, log } = setUp({ client, tools: [tool], system: 'Be brief.' });
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
    const { loop, log } = setUp({ client, tools: [hidden, broken] });
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
    const { loop } = setUp({ client, tools: [tool] });
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
    const { loop } = setUp({ client, tools: [tool] });
    await loop.run();
    expect(loop.uncleanTurns).toMatchObject([{ effectsFailed: 1, clean: false }]);
  });

  it('ends at the round limit, having run the last round that it allows', async () => {
    const steps = Array.from(
      { length: 3 },
      (): ScriptedStep => () => ScriptedModel.toolCalls({ name: 'read' }),
    );
    const tool = new RecordingTool('read');
    const { loop } = setUp({
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
    const { loop } = setUp({ client, tools: [new RecordingTool('read')], limits: { maxToolRounds: 1 } });
    expect(await loop.run()).toBe('done');
  });

  it('tells streamed text as it comes', async () => {
    const { loop, log } = setUp({
      client: new ScriptedModel(() => ScriptedModel.text('hello')),
      streaming: true,
    });
    expect(await loop.run()).toBe('hello');
    expect(log).toEqual(['turn 1', 'text hello', 'end 1 hello']);
  });
});

describe('a model that answers nonsense gets a tool error and may go on', () => {
  const tools = [new RecordingTool('read', 'v', { type: 'object', required: ['path'] })];

  it.each([
    ['an unknown tool', { name: 'rm' }, 'There is no tool named "rm".'],
    ['arguments that do not fit', { name: 'read' }, "must have required property 'path'"],
    ['arguments that are no object', { name: 'read', input: 'a' }, 'have to be a JSON object'],
    ['an array of arguments', { name: 'read', input: [] }, 'have to be a JSON object'],
  ])('for %s', async (_name, call, message) => {
    expect(await resultOf({ tools }, call)).toEqual([
      { text: expect.stringContaining(message), isError: true },
    ]);
  });

  it('for arguments that are no JSON', async () => {
    const response = ScriptedModel.toolCalls({ name: 'read' });
    const content = response.message.content.map((block) => ({ ...block, invalidJson: '{"path":' }));
    const client = new ScriptedModel(
      () => ({ ...response, message: { role: 'assistant', content } }),
      () => ScriptedModel.text('done'),
    );
    const { loop } = setUp({ client, tools });
    await loop.run();
    expect(results(loop)).toMatchObject([{ content: 'The arguments are not valid JSON.', isError: true }]);
  });

  it('for more calls than one answer may hold, which makes none of those beyond', async () => {
    const tool = new RecordingTool('read');
    const calls = Array.from({ length: TOOL_CALLS_PER_TURN_MAX + 1 }, (_, n) => ({
      name: 'read',
      id: `c${n}`,
    }));
    const told = await resultOf({ tools: [tool] }, ...calls);
    expect(told.filter(({ isError }) => isError)).toEqual([
      { text: expect.stringContaining(`at most ${TOOL_CALLS_PER_TURN_MAX}`), isError: true },
    ]);
    expect(tool.calls).toHaveLength(TOOL_CALLS_PER_TURN_MAX);
  });
});

describe('a tool call', () => {
  it.each([
    ['throws', async () => Promise.reject(new Error('disk full')), 'work failed: disk full'],
    [
      'throws at once',
      () => {
        throw new Error('disk full');
      },
      'work failed: disk full',
    ],
    ['returns nothing', async () => undefined, 'returned no tool output'],
    ['fails', async () => ToolOutput.failure('no such file'), 'no such file'],
  ])('that %s is an error for the model', async (_name, execute, message) => {
    const tool = toolOf({ name: 'work', execute: execute as Tool['execute'] });
    expect(await resultOf({ tools: [tool] }, { name: 'work' })).toEqual([
      { text: expect.stringContaining(message), isError: true },
    ]);
  });

  it('has its result cut to the bound, with a marker, and its trust told', async () => {
    const tool = toolOf({
      name: 'work',
      execute: async () => ToolOutput.success('x'.repeat(11), 'external'),
    });
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'work' }),
      () => ScriptedModel.text('done'),
    );
    const { loop } = setUp({ client, tools: [tool], limits: { toolResultBytes: 10 } });
    await loop.run();
    expect(results(loop)).toEqual([
      {
        type: 'tool_result',
        toolUseId: 'call-1',
        content: `${'x'.repeat(10)}\n[cut: the first 10 of 11 bytes are shown]`,
        trust: 'external',
      },
    ]);
  });

  it('that takes too long is aborted and left behind, and counted when its turn closes', async () => {
    const clock = new ManualClock();
    const entered = new Semaphore();
    let aborted = false;
    const tool = toolOf({
      name: 'work',
      execute: (_args, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        entered.add();
        return new Promise(() => undefined);
      },
    });
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'work' }),
      () => ScriptedModel.text('done'),
    );
    const { loop } = setUp({ client, tools: [tool], clock, limits: { toolTimeoutMs: 1_000 } });
    const run = loop.run();
    await entered.acquire();
    await clock.advance(999);
    expect(aborted).toBe(false);
    await clock.advance(1);
    expect(aborted).toBe(true);
    await clock.advance(6_000);
    expect(await run).toBe('done');
    expect(results(loop)).toMatchObject([{ content: 'work did not finish within 1000 ms.', isError: true }]);
    expect(loop.uncleanTurns).toMatchObject([{ tasksTimedOut: 1 }]);
  });
});

describe('several tool calls of one answer', () => {
  async function mostAtOnce(tools: readonly Tool[], names: readonly string[], limits = {}): Promise<number> {
    let running = 0;
    let most = 0;
    const counted = tools.map((tool): Tool => {
      const execute = async (): Promise<ToolOutput> => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => setImmediate(resolve));
        running -= 1;
        return ToolOutput.success(tool.name);
      };
      return { ...tool, execute };
    });
    const calls = names.map((name, n) => ({ name, id: `c${n}` }));
    const told = await resultOf({ tools: counted, limits }, ...calls);
    expect(told.map(({ text }) => text)).toEqual(names);
    return most;
  }

  const reading = toolOf({ name: 'read', capabilities: () => READS });
  const listing = toolOf({ name: 'list', capabilities: () => ({ ...READS, maxParallelism: 3 }) });
  const writing = toolOf({ name: 'write' });

  it('run side by side when each of them allows it, as far as all of them do', async () => {
    expect(await mostAtOnce([reading], ['read', 'read', 'read', 'read', 'read'])).toBe(4);
    expect(await mostAtOnce([reading, listing], ['read', 'list', 'read', 'read', 'read'])).toBe(3);
  });

  it('run side by side only as far as the host allows it', async () => {
    expect(await mostAtOnce([reading], ['read', 'read', 'read'], { maxParallelTasks: 2 })).toBe(2);
  });

  it('run one after another when one of them does not allow it', async () => {
    expect(await mostAtOnce([reading, writing], ['read', 'write', 'read'])).toBe(1);
  });

  it.each([
    ['readOnly', { readOnly: false }],
    ['idempotent', { idempotent: false }],
    ['cancellationSafe', { cancellationSafe: false }],
    ['maxParallelism', { maxParallelism: 1 }],
  ])('run one after another when %s is missing', async (_name, missing) => {
    const tool = toolOf({ name: 'read', capabilities: () => ({ ...READS, ...missing }) });
    expect(await mostAtOnce([tool], ['read', 'read'])).toBe(1);
  });

  it('run one after another when a tool cannot say what it promises', async () => {
    const capabilities = (): never => {
      throw new Error('no idea');
    };
    expect(await mostAtOnce([toolOf({ name: 'read', capabilities })], ['read', 'read'])).toBe(1);
  });
});

describe('permission', () => {
  const write = toolOf({ name: 'write' });

  it('is refused by the policy', async () => {
    const permissions = new PermissionPolicy().allow('*').deny('write');
    expect(await resultOf({ tools: [write], permissions }, { name: 'write' })).toEqual([
      { text: 'The permission policy refuses write with these arguments.', isError: true },
    ]);
  });

  it('is refused when it would have to be asked for and nobody is there', async () => {
    const permissions = new PermissionPolicy();
    expect(await resultOf({ tools: [write], permissions }, { name: 'write' })).toMatchObject([
      { isError: true },
    ]);
  });

  it.each([
    ['granted', async () => ({ approved: true }), 'ok'],
    ['refused', async () => ({ approved: false, reason: 'not today' }), 'A person refused write: not today'],
    ['refused without a reason', async () => ({ approved: false }), 'A person refused write.'],
    ['not granted by nonsense', async () => ({ approved: 'yes' }) as never, 'A person refused write.'],
    ['not granted by nothing', async () => undefined as never, 'A person refused write.'],
    [
      'refused when asking fails',
      async () => Promise.reject(new Error('no window')),
      'Nobody agreed to write: the question failed.',
    ],
  ])('is %s by the person asked', async (_name, confirm, text) => {
    const permissions = new PermissionPolicy().ask('write');
    expect(await resultOf({ tools: [write], permissions, confirm }, { name: 'write' })).toMatchObject([
      { text },
    ]);
  });

  it('is asked for what the tool itself finds dangerous, even if the policy allows it', async () => {
    const asked: string[] = [];
    const confirm = async ({ tool }: { readonly tool: string }) => {
      asked.push(tool);
      return { approved: true };
    };
    const careful = toolOf({ name: 'careful', requiresConfirmation: () => true });
    const broken = toolOf({
      name: 'broken',
      requiresConfirmation: () => {
        throw new Error('no idea');
      },
    });
    await resultOf(
      { tools: [careful, broken, write], confirm },
      { name: 'careful' },
      { name: 'broken' },
      { name: 'write' },
    );
    expect(asked).toEqual(['careful', 'broken']);
  });

  it('is never granted by the tool where the policy refuses', async () => {
    const permissions = new PermissionPolicy().deny('*');
    const bold = toolOf({ name: 'bold', requiresConfirmation: () => false });
    expect(await resultOf({ tools: [bold], permissions }, { name: 'bold' })).toMatchObject([
      { isError: true },
    ]);
  });

  it('is refused when the person does not answer in time', async () => {
    const clock = new ManualClock();
    const asked = new Semaphore();
    const confirm = (): Promise<never> => {
      asked.add();
      return new Promise(() => undefined);
    };
    const told = resultOf(
      { tools: [write], permissions: new PermissionPolicy(), confirm, clock },
      { name: 'write' },
    );
    await asked.acquire();
    await clock.advance(CONFIRMATION_TIMEOUT_MS);
    expect(await told).toMatchObject([{ text: 'Nobody agreed to write: the question timed out.' }]);
  });
});

describe('a model call', () => {
  const limited =
    (retryAfterMs: number | null): ScriptedStep =>
    () => {
      throw new ModelError({ code: 'rate-limited', retryAfterMs });
    };

  it('that fails ends the run with the reason', async () => {
    const { loop } = setUp({ client: new ScriptedModel() });
    await expect(loop.run()).rejects.toMatchObject({
      code: 'model-failed',
      cause: { message: 'the scripted model was called 1 times' },
    });
  });

  it('is tried again after a rate limit, as late as the provider asks', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(limited(2_500), () => ScriptedModel.text('done'));
    const { loop } = setUp({ client, clock });
    const run = loop.run();
    await clock.advance(2_499);
    expect(client.requests).toHaveLength(1);
    await clock.advance(1);
    expect(await run).toBe('done');
  });

  it('backs off twice as long each time, within a bound, and gives up after its last try', async () => {
    const clock = new ManualClock();
    const steps = Array.from({ length: RATE_LIMIT_RETRIES }, () => limited(null));
    const client = new ScriptedModel(...steps, limited(RATE_LIMIT_BACK_OFF_MS_MAX * 9));
    const { loop } = setUp({ client, clock });
    const failure = expect(loop.run()).rejects.toMatchObject({
      code: 'model-failed',
      cause: { code: 'rate-limited' },
    });
    for (let retry = 0; retry < RATE_LIMIT_RETRIES; retry += 1) {
      await clock.advance(RATE_LIMIT_BACK_OFF_MS * 2 ** retry - 1);
      expect(client.requests).toHaveLength(retry + 1);
      await clock.advance(1);
      expect(client.requests).toHaveLength(retry + 2);
    }
    await failure;
  });

  it('never waits longer than the bound, whatever the provider asks for', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(limited(RATE_LIMIT_BACK_OFF_MS_MAX * 9), () =>
      ScriptedModel.text('done'),
    );
    const { loop } = setUp({ client, clock });
    const run = loop.run();
    await clock.advance(RATE_LIMIT_BACK_OFF_MS_MAX);
    expect(await run).toBe('done');
  });

  it('that takes too long is aborted', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(() => new Promise(() => undefined));
    const { loop } = setUp({ client, clock, limits: { llmApiTimeoutMs: 1_000 } });
    const failure = expect(loop.run()).rejects.toMatchObject({
      code: 'model-call-timeout',
      timeoutMs: 1_000,
    });
    await clock.advance(999);
    expect(client.requests[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(client.requests[0]?.signal.aborted).toBe(true);
    await failure;
  });

  it('that stops streaming before it is complete ends the run', async () => {
    const client: LlmClient = {
      complete: () => Promise.reject(new Error('not used')),
      async *completeStreaming() {
        yield { type: 'text-delta', text: 'hal' } as const;
      },
    };
    const { loop, log } = setUp({ client, streaming: true });
    await expect(loop.run()).rejects.toMatchObject({
      code: 'model-failed',
      cause: { code: 'incomplete-stream' },
    });
    expect(log).toEqual(['turn 1', 'text hal']);
  });
});

describe('cancelling a run', () => {
  it('aborts the model call', async () => {
    const thinking = new Semaphore();
    const client = new ScriptedModel(() => {
      thinking.add();
      return new Promise(() => undefined);
    });
    const { loop, run } = setUp({ client });
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
    const { loop, run, log } = setUp({ client, tools: [tool] });
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
    const { loop, run } = setUp({ client });
    cancel = () => run.cancel();
    await expect(loop.run()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('happens by itself when the run takes too long', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(() => new Promise(() => undefined));
    const { loop } = setUp({ client, clock, limits: { maxExecutionTimeMs: 5_000 } });
    const failure = expect(loop.run()).rejects.toMatchObject({ code: 'run-timeout', timeoutMs: 5_000 });
    await clock.advance(4_999);
    expect(client.requests[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    await failure;
    expect(clock.pendingTimers).toBe(0);
  });
});
