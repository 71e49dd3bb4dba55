import { describe, expect, it } from 'vitest';
import {
  CommandOutput,
  type HookEventType,
  HookResponse,
  type LlmRequest,
  messageText,
} from '../src/index.js';
import { COMMAND_OUTPUT_BYTES_MAX } from '../src/loop/limits.js';
import { RecordingTool, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { commandBatch, commandOf } from './command-builders.js';
import { openSession, rejectionOf, toolBatch } from './session-builders.js';

const plan = (edition: string) =>
  commandOf('notes:plan', (args) => CommandOutput.prompt(`Plan ${args} as edition ${edition} says.`));

describe('a command that asks the model', () => {
  it('has its text answered in the conversation, within its run', async () => {
    const answer = ({ messages }: LlmRequest) =>
      ScriptedModel.text(`to: ${messages.map(messageText).join('|')}`);
    const model = new ScriptedModel(answer, answer);
    const { session, recorder } = openSession(model);
    await session.applyCapabilityBatch(commandBatch(1, plan('one')));
    const first = await session.send('/notes:plan a trip');
    expect(first.text).toBe('to: Plan a trip as edition one says.');
    expect(first.messages.map(messageText)).toEqual(['Plan a trip as edition one says.', first.text]);
    expect(session.runSnapshot(first.runId)).toMatchObject({
      prompt: '/notes:plan a trip',
      resultText: first.text,
      usage: { totalTokens: 2 },
    });
    expect(recorder.of('run-text').map(({ text }) => text)).toEqual([first.text]);
    expect((await session.send('go on')).messages).toHaveLength(4);
    await session.close();
  });

  it('streams the answer, and calls tools like any prompt', async () => {
    const tool = new RecordingTool('look');
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'look' }),
      () => ScriptedModel.text('Seen.'),
    );
    const { session } = openSession(model);
    await session.applyCapabilityBatch(toolBatch(1, [tool]));
    session.registerCommand(plan('one'));
    let text = '';
    for await (const piece of await session.stream('/notes:plan it')) text += piece;
    expect(text).toBe('Seen.');
    expect(tool.calls).toHaveLength(1);
    await session.close();
  });

  it('runs to its end on the generation that its run was admitted to', async () => {
    const [entered, hold] = [new Semaphore(), new Semaphore()];
    const model = new ScriptedModel(async ({ messages }) => {
      entered.add();
      await hold.acquire();
      return ScriptedModel.text(messages.map(messageText).join());
    });
    const { session } = openSession(model);
    await session.applyCapabilityBatch(commandBatch(1, plan('one')));
    const asked = session.send('/plan it');
    await entered.acquire();
    await session.applyCapabilityBatch(commandBatch(2, plan('two')));
    hold.add();
    const { runId, text } = await asked;
    expect(text).toContain('edition one');
    expect(session.runSnapshot(runId)?.capabilityBinding).toMatchObject({ codeCatalogGeneration: 1 });
    await session.close();
  });

  it('leaves the conversation as it was when the model fails', async () => {
    const model = new ScriptedModel(() => {
      throw new Error('no network');
    });
    const { session } = openSession(model);
    session.registerCommand(plan('one'));
    expect(await rejectionOf(session.send('/plan it'))).toMatchObject({
      code: 'run-failed',
      cause: { code: 'model-failed' },
    });
    expect((await session.send('/history')).text).toBe('0 messages in the conversation.');
    await session.close();
  });

  it('asks the hooks that look at prompts, and tells a failure once', async () => {
    const model = new ScriptedModel();
    const { session } = openSession(model);
    const seen: unknown[] = [];
    const hook = (eventType: HookEventType, response: HookResponse) =>
      session.registerHook(
        { id: eventType, eventType },
        {
          handle: ({ data }) => {
            seen.push([eventType, data['prompt'] ?? data['code']]);
            return response;
          },
        },
      );
    hook('pre_prompt', HookResponse.block('no trips'));
    hook('on_error', HookResponse.continue());
    session.registerCommand(plan('one'));
    expect(await rejectionOf(session.send('/plan a trip'))).toMatchObject({
      cause: { code: 'prompt-refused', reason: 'no trips' },
    });
    expect(seen).toEqual([
      ['pre_prompt', 'Plan a trip as edition one says.'],
      ['on_error', 'prompt-refused'],
    ]);
    expect(model.requests).toEqual([]);
    await session.close();
  });

  it.each([
    ['as many bytes as an answer', COMMAND_OUTPUT_BYTES_MAX, null],
    ['one more', COMMAND_OUTPUT_BYTES_MAX + 1, 'command-failed'],
  ])('may ask with %s', async (_what, bytes, code) => {
    const model = new ScriptedModel(() => ScriptedModel.text('Yes.'));
    const { session } = openSession(model);
    session.registerCommand(commandOf('ask', () => CommandOutput.prompt('x'.repeat(bytes))));
    const outcome = code === null ? session.send('/ask') : rejectionOf(session.send('/ask'));
    expect(await outcome).toMatchObject(
      code === null ? { text: 'Yes.' } : { cause: { code, command: 'ask' } },
    );
    expect(model.requests).toHaveLength(code === null ? 1 : 0);
    await session.close();
  });
});

describe('a command of a package', () => {
  it('is called without the name of its package while no other has its name', async () => {
    const { session } = openSession();
    const say = (name: string) => commandOf(name);
    await session.applyCapabilityBatch(
      commandBatch(1, say('notes:plan'), say('trips:plan'), say('trips:go')),
    );
    expect((await session.send('/go')).text).toBe('trips:go was here');
    expect((await session.send('/plan')).text).toBe(
      '2 commands are named /plan: /notes:plan, /trips:plan. Use the whole name of one.',
    );
    expect((await session.send('/trips:plan')).text).toBe('trips:plan was here');
    session.registerCommand(say('plan'));
    expect((await session.send('/plan')).text).toBe('plan was here');
    await session.close();
  });
});
