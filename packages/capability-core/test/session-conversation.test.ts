import { describe, expect, it } from 'vitest';
import { CommandOutput, messageText, RehearsalModel } from '../src/index.js';
import { CONVERSATION_MESSAGES_MAX, PROMPT_BYTES_MAX } from '../src/session/limits.js';
import { ManualClock, RecordingTool, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { commandOf } from './command-builders.js';
import { heldModel, openSession, rejectionOf } from './session-builders.js';

describe('a conversation', () => {
  it('remembers what was said before', async () => {
    const model = new ScriptedModel(
      () => ScriptedModel.text('Hello Ada.'),
      ({ messages }) => ScriptedModel.text(`${messages.length} messages`),
    );
    const { session, recorder } = openSession(model);
    expect((await session.send('I am Ada.')).text).toBe('Hello Ada.');
    const second = await session.send('Who am I?');
    expect(second.text).toBe('3 messages');
    expect(second.messages.map(messageText)).toEqual(['I am Ada.', 'Hello Ada.', 'Who am I?', '3 messages']);
    expect(second.closeReport.clean).toBe(true);
    expect(recorder.types.slice(1, 8)).toEqual([
      'run-admitted',
      'run-turn',
      'run-text',
      'run-turn',
      'run-closed',
      'run-finished',
      'run-admitted',
    ]);
    await session.close();
  });

  it('forgets a prompt that failed', async () => {
    const model = new ScriptedModel(
      () => {
        throw new Error('no network');
      },
      ({ messages }) => ScriptedModel.text(`${messages.length} messages`),
    );
    const { session } = openSession(model);
    expect(await rejectionOf(session.send('first'))).toMatchObject({
      code: 'run-failed',
      cause: { code: 'model-failed' },
    });
    expect((await session.send('second')).text).toBe('1 messages');
    expect(session.runs().map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['failed', 'model-failed'],
      ['completed', null],
    ]);
    await session.close();
  });

  it('takes one prompt at a time', async () => {
    const [hold, entered] = [new Semaphore(), new Semaphore()];
    const { session } = openSession(heldModel(hold, entered));
    const first = session.send('first');
    for (const refused of [session.send('second'), session.stream('third')]) {
      expect(await rejectionOf(refused)).toMatchObject({ code: 'session-busy', sessionId: 'session' });
    }
    await entered.acquire();
    expect(session.currentRun()).toMatchObject({ prompt: 'first', status: 'executing' });
    hold.add();
    expect((await first).text).toBe('echo first');
    expect(session.currentRun()).toBeNull();
    hold.add();
    expect((await session.send('second')).text).toBe('echo second');
    await session.close();
  });

  it('streams its text, and ends with what the run came to', async () => {
    const { session } = openSession(new RehearsalModel({ turns: [{ text: 'one two three' }] }));
    const stream = await session.stream('go');
    let text = '';
    for await (const piece of stream) {
      text += piece;
    }
    expect(text).toBe('one two three');
    expect((await stream.result).text).toBe('one two three');
    await session.close();
  });

  it('lets every reader of the stream go when the run ends', async () => {
    const hold = new Semaphore();
    const { session } = openSession(heldModel(hold));
    const stream = await session.stream('go');
    const read = async (): Promise<string> => {
      let text = '';
      for await (const piece of stream) text += piece;
      return text;
    };
    const readers = Promise.all([read(), read()]);
    hold.add();
    expect((await readers).join('')).toBe('echo go');
    await session.close();
  });

  it('gives a reader of the stream the error of the run', async () => {
    const { session } = openSession(new ScriptedModel());
    const stream = await session.stream('go');
    const read = async (): Promise<void> => {
      for await (const piece of stream) {
        expect(piece).toBe('never');
      }
    };
    expect(await rejectionOf(read())).toMatchObject({ code: 'run-failed', runId: stream.runId });
    await session.close();
  });

  it('tells a long stream in pieces that neither crowd the events nor lose a word', async () => {
    const words = Array.from({ length: 1_000 }, (_, n) => `word${n}`).join(' ');
    const clock = new ManualClock();
    const { session, recorder } = openSession(new RehearsalModel({ turns: [{ text: words }] }), { clock });
    await (await session.stream('go')).result;
    const pieces = recorder.of('run-text').map(({ text }) => text);
    expect(pieces.join('')).toBe(words);
    expect(pieces.length).toBeLessThan(10);
    expect(clock.pendingTimers).toBe(0);
    await session.close();
  });

  it.each([
    ['over the bound', PROMPT_BYTES_MAX + 1, 'prompt-too-long'],
    ['at the bound', PROMPT_BYTES_MAX, null],
  ])('takes a prompt up to its bound: %s', async (_name, bytes, code) => {
    const { session } = openSession(new ScriptedModel(() => ScriptedModel.text('done')));
    const sent = session.send('x'.repeat(bytes));
    if (code === null) {
      expect((await sent).text).toBe('done');
    } else {
      expect(await rejectionOf(sent)).toMatchObject({ code, bytes, max: PROMPT_BYTES_MAX });
    }
    await session.close();
  });

  it('is full at its bound of messages, no earlier, and has room again when it is cleared', async () => {
    // A prompt, then two messages a round, then the answer: 9,998 of them.
    const rounds = Array.from({ length: 4_998 }, () => () => ScriptedModel.toolCalls({ name: 'a' }));
    const answers = ['full', 'one more', 'fresh'].map((text) => () => ScriptedModel.text(text));
    const { session } = openSession(new ScriptedModel(...rounds, ...answers), {
      limits: { maxToolRounds: rounds.length },
    });
    session.registerDynamicTool(new RecordingTool('a'));
    expect((await session.send('one')).messages).toHaveLength(9_998);
    expect((await session.send('two')).messages).toHaveLength(CONVERSATION_MESSAGES_MAX);
    expect(await rejectionOf(session.send('three'))).toMatchObject({
      code: 'conversation-full',
      max: CONVERSATION_MESSAGES_MAX,
    });
    session.registerCommand(commandOf('ask', () => CommandOutput.prompt('three')));
    expect(await rejectionOf(session.send('/ask'))).toMatchObject({
      code: 'run-failed',
      cause: { code: 'conversation-full', max: CONVERSATION_MESSAGES_MAX },
    });
    await session.send('/clear');
    expect((await session.send('three')).text).toBe('fresh');
    await session.close();
  }, 60_000);
});
