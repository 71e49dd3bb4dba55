import { describe, expect, it } from 'vitest';
import { openLoop, resultOf, results, toolOf } from '../../test/loop-builders.js';
import type { Tool } from '../kinds/tool.js';
import { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject, JsonValue } from '../model/json-value.js';
import { MODEL_ARGUMENTS_DEPTH_MAX } from '../model/limits.js';
import { ManualClock } from '../testing/manual-clock.js';
import { RecordingTool } from '../testing/recording-tool.js';
import { ScriptedModel } from '../testing/scripted-model.js';
import { Semaphore } from '../testing/semaphore.js';
import type { ConfirmationRequest } from './confirmation.js';
import { CONFIRMATION_TIMEOUT_MS, TOOL_CALLS_PER_TURN_MAX } from './limits.js';
import { PermissionPolicy } from './permission-policy.js';

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
    const { loop } = openLoop({ client, tools });
    await loop.run();
    expect(results(loop)).toMatchObject([
      { content: 'The arguments are not valid JSON, or are nested too deep.', isError: true },
    ]);
  });

  it.each([
    ['nothing', { value: undefined }],
    ['a number beyond JSON', { count: 1n }],
    ['a number that is none', { count: Number.NaN }],
    ['more levels than are read', nested(MODEL_ARGUMENTS_DEPTH_MAX)],
    ['so many levels that reading them would overflow', nested(20_000)],
    ['itself', holdingItself()],
  ])('for arguments that are no JSON data, because they hold %s', async (_, input: unknown) => {
    const tool = new RecordingTool('read');
    const told = await resultOf({ tools: [tool] }, { name: 'read', input: input as JsonValue });
    expect(told).toEqual([
      { text: 'The arguments are not valid JSON, or are nested too deep.', isError: true },
    ]);
    expect(tool.calls).toEqual([]);
  });

  it('for no arguments of as many levels as are read', async () => {
    const tool = new RecordingTool('read');
    const told = await resultOf(
      { tools: [tool] },
      { name: 'read', input: nested(MODEL_ARGUMENTS_DEPTH_MAX - 1) },
    );
    expect(told).toMatchObject([{ isError: false }]);
  });

  it('for a call that has the id of another one in its answer', async () => {
    const tool = new RecordingTool('read');
    const told = await resultOf({ tools: [tool] }, { name: 'read', id: 'a' }, { name: 'read', id: 'a' });
    expect(told).toMatchObject([
      { isError: false },
      { text: expect.stringContaining('has the same id'), isError: true },
    ]);
    expect(tool.calls).toHaveLength(1);
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

/** An object with so many more inside each other. */
function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

function holdingItself(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

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
    [
      'returns what cannot be read',
      async () => ({
        get content() {
          throw new Error('not yet');
        },
      }),
      'work failed: not yet',
    ],
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
    const { loop } = openLoop({ client, tools: [tool], limits: { toolResultBytes: 10 } });
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
    const { loop } = openLoop({ client, tools: [tool], clock, limits: { toolTimeoutMs: 1_000 } });
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
    [
      'refused for a reason that is no text',
      async () => ({ approved: false, reason: Symbol('no') as never }),
      'A person refused write.',
    ],
    [
      'not granted by what cannot be read',
      async () => ({
        get approved(): boolean {
          throw new Error('not yet');
        },
      }),
      'Nobody agreed to write: the question failed.',
    ],
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

  it('is for the arguments that are then used, whatever becomes of them meanwhile', async () => {
    const input = { path: 'safe', parts: ['safe'] };
    const tool = toolOf({
      name: 'write',
      requiresConfirmation: ({ parts }) => {
        (parts as string[]).push('secret');
        return false;
      },
      execute: async (args) => {
        Object.assign(args, { path: 'mine' });
        return ToolOutput.success(JSON.stringify(args));
      },
    });
    const seen: unknown[] = [];
    const confirm = async ({ arguments: args }: ConfirmationRequest) => {
      seen.push(args);
      input.path = 'secret';
      return { approved: true };
    };
    const client = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'write', input }),
      () => ScriptedModel.text('done'),
    );
    const permissions = new PermissionPolicy().ask('write');
    const { loop } = openLoop({ client, tools: [tool], permissions, confirm });
    await loop.run();
    expect(seen).toEqual([{ path: 'safe', parts: ['safe'] }]);
    expect(results(loop)).toMatchObject([{ content: '{"path":"mine","parts":["safe"]}' }]);
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

  it('is asked for no longer when the run is cancelled', async () => {
    const asked = new Semaphore();
    let signal: AbortSignal | null = null;
    const confirm = (_request: unknown, options: { readonly signal: AbortSignal }): Promise<never> => {
      signal = options.signal;
      asked.add();
      return new Promise(() => undefined);
    };
    const client = new ScriptedModel(() => ScriptedModel.toolCalls({ name: 'write' }));
    const { loop, run, log } = openLoop({
      client,
      tools: [write],
      permissions: new PermissionPolicy(),
      confirm,
    });
    const failure = expect(loop.run()).rejects.toMatchObject({ code: 'cancelled' });
    await asked.acquire();
    run.cancel();
    await failure;
    expect(signal).toMatchObject({ aborted: true });
    expect(log).toContain('failed write');
    expect(results(loop)).toMatchObject([{ content: 'write was cancelled.', isError: true }]);
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
    let answered = false;
    void told.then(() => {
      answered = true;
    });
    await asked.acquire();
    await clock.advance(CONFIRMATION_TIMEOUT_MS - 1);
    expect(answered).toBe(false);
    await clock.advance(1);
    expect(await told).toMatchObject([{ text: 'Nobody agreed to write: the question timed out.' }]);
  });
});
