import { describe, expect, it } from 'vitest';
import {
  CommandOutput,
  HOOK_EVENT_TYPES,
  type HookEvent,
  type HookHandler,
  HookResponse,
  messageText,
} from '../src/index.js';
import { ScriptedModel } from '../src/testing/index.js';
import { commandOf } from './command-builders.js';
import { openSession, rejectionOf } from './session-builders.js';

/** A session that has spoken once, and whose hooks write down what comes after that. */
async function openSpoken(compacting: HookHandler['handle'] = () => HookResponse.continue()) {
  const model = new ScriptedModel(
    () => ScriptedModel.text('Hello Ada.'),
    () => ScriptedModel.text('Ada said her name.'),
  );
  const { session, recorder } = openSession(model);
  const { messages } = await session.send('I am Ada.');
  const events: HookEvent[] = [];
  for (const eventType of HOOK_EVENT_TYPES) {
    session.registerHook(
      { id: eventType, eventType },
      {
        handle: (event, options) => {
          events.push(event);
          return eventType === 'pre_compact' ? compacting(event, options) : HookResponse.continue();
        },
      },
    );
  }
  return { session, recorder, model, messages, events };
}

describe('hooks on a conversation that is compacted', () => {
  it('are told before and after it, and take the summary for nobody’s answer', async () => {
    const { session, events } = await openSpoken();
    const { messages } = await session.send('/compact');
    expect(messages.map(messageText).at(-1)).toBe('Ada said her name.');
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['pre_compact', { messages: 2 }],
      ['generate_start', { turn: 1, messages: 3 }],
      ['generate_end', expect.objectContaining({ text: 'Ada said her name.' })],
      ['post_compact', { messages: 2, summary: 'Ada said her name.' }],
    ]);
    await session.close();
  });

  it.each<[string, HookHandler['handle'], string]>([
    ['refuses', () => HookResponse.block('keep it'), 'keep it'],
    ['wants a person to decide', () => HookResponse.escalate('ask Ada'), 'ask Ada'],
    ['has no answer', () => Promise.reject(new Error('no idea')), 'the hook "pre_compact" failed'],
    ['wants another number', () => HookResponse.continue({ messages: 1 }), 'the hook "pre_compact" failed'],
  ])('keep it when one of them %s', async (_what, compacting, reason) => {
    const { session, model, messages, events } = await openSpoken(compacting);
    expect(await rejectionOf(session.send('/compact'))).toMatchObject({
      code: 'run-failed',
      cause: { code: 'command-failed', command: 'compact', reason: expect.stringContaining(reason) },
    });
    expect(model.requests).toHaveLength(1);
    expect((await session.send('Who am I?')).messages.slice(0, 2)).toEqual(messages);
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['pre_compact', 'on_error']);
    await session.close();
  });

  it('are not asked where there is nothing to compact', async () => {
    const { session, events } = await openSpoken(() => HookResponse.block('never'));
    await session.send('/clear');
    session.registerCommand(commandOf('tidy', () => CommandOutput.action('tidied', { type: 'compact' })));
    expect((await session.send('/tidy')).text).toBe('tidied');
    expect(events).toEqual([]);
    await session.close();
  });
});

it('a command that fails is an error that hooks are told of', async () => {
  const { session, events } = await openSpoken();
  session.registerCommand(commandOf('broken', () => Promise.reject(new Error('no disk'))));
  await rejectionOf(session.send('/broken'));
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['on_error', { code: 'command-failed', message: expect.stringContaining('no disk') }],
  ]);
  await session.close();
});

it('a command that nobody knows is not repeated at length', async () => {
  const { session } = openSession();
  const { text } = await session.send(`/${'x'.repeat(100_000)}`);
  expect(text).toMatch(/^There is no command \/x{200,}…; \/help/u);
  expect(text.length).toBeLessThan(400);
  await session.close();
});
