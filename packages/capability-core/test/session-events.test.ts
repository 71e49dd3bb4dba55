import { describe, expect, it } from 'vitest';
import { EVENT_NAME_BYTES_MAX } from '../src/session/limits.js';
import { RecordingTool, ScriptedModel } from '../src/testing/index.js';
import { openSession } from './session-builders.js';

describe('events', () => {
  const bound = 16 * 1_024;

  it.each([
    ['at the bound', bound, false],
    ['over the bound', bound + 1, true],
  ])('carry texts up to a bound, %s', async (_name, bytes, cut) => {
    const text = 'x'.repeat(bytes);
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'a', input: text }),
      () => ScriptedModel.toolCalls({ name: 'a' }),
      () => ScriptedModel.text(text),
    );
    const { session, recorder } = openSession(model);
    session.registerDynamicTool(new RecordingTool('a', text));
    expect((await session.send(text)).text).toBe(text);
    const told = [
      recorder.of('run-admitted').at(-1)?.prompt,
      recorder.of('run-text').at(-1)?.text,
      recorder
        .of('run-turn')
        .flatMap((turn) => (turn.phase === 'finished' ? [turn.text] : []))
        .at(-1),
      recorder
        .of('run-tool-call')
        .flatMap((call) => (call.phase === 'finished' ? [call.content] : []))
        .at(-1),
      recorder.of('run-finished').at(-1)?.text,
    ];
    expect(told.map((part) => part?.includes('[cut: '))).toEqual(told.map(() => cut));
    await session.close();
  });

  it('carry the start of the JSON of arguments that are too long', async () => {
    const model = new ScriptedModel(
      () => ScriptedModel.toolCalls({ name: 'a', input: { path: 'x'.repeat(bound) } }),
      () => ScriptedModel.text('done'),
    );
    const { session, recorder } = openSession(model);
    await session.send('go');
    expect(recorder.of('run-tool-call')[0]).toMatchObject({
      arguments: expect.stringMatching(/^\{"path":"x+/u),
    });
    await session.close();
  });
});

describe('names that a model invents', () => {
  it('reach events with at most their bound', async () => {
    const long = 'n'.repeat(EVENT_NAME_BYTES_MAX + 1);
    const { session, recorder } = openSession(
      new ScriptedModel(
        () => ScriptedModel.toolCalls({ name: long, id: long }),
        () => ScriptedModel.text('done'),
      ),
    );
    await session.send('go');
    const [started, finished] = recorder.of('run-tool-call');
    const kept = 'n'.repeat(EVENT_NAME_BYTES_MAX);
    expect(started).toMatchObject({ tool: kept, callId: kept });
    expect(finished).toMatchObject({ tool: kept, callId: kept, success: false });
    await session.close();
  });
});

describe('subscribers', () => {
  it('that throw are told of and disturb nobody', async () => {
    const { session, recorder } = openSession(new ScriptedModel(() => ScriptedModel.text('done')));
    const undo = session.subscribe(() => {
      throw new Error('broken view');
    });
    expect((await session.send('go')).text).toBe('done');
    undo();
    expect(recorder.of('listener-failed')).toMatchObject([{ message: 'broken view' }]);
    const numbers = recorder.events.map((event) => ('sequence' in event ? event.sequence : 0));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(session.lastEventSequence).toBe(numbers.length);
    await session.close();
  });

  it('that come late get what is still kept and are told of the gap', async () => {
    const { session } = openSession(new ScriptedModel(), { eventHistory: 2 });
    for (const name of ['a', 'b', 'c']) {
      session.registerDynamicTool(new RecordingTool(name));
    }
    const seen: unknown[] = [];
    session.subscribe(
      (event) => seen.push(event.type === 'events-lost' ? [event.from, event.to] : event.sequence),
      {
        afterSequence: 0,
      },
    );
    expect(seen).toEqual([[1, 2], 3, 4]);
    await session.close();
  });
});
