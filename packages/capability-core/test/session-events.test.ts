import { describe, expect, it } from 'vitest';
import type { LlmClient } from '../src/index.js';
import {
  EVENT_NAME_BYTES_MAX,
  EVENT_TEXT_BYTES_MAX,
  TEXT_FLUSH_BYTES,
  TEXT_FLUSH_MS,
} from '../src/session/limits.js';
import { ManualClock, RecordingTool, ScriptedModel, Semaphore } from '../src/testing/index.js';
import { openSession } from './session-builders.js';

describe('events', () => {
  const bound = EVENT_TEXT_BYTES_MAX;

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

describe('streamed text', () => {
  /** A session whose model streams what it is handed, piece by piece, and ends at a `null`. */
  async function streamingRun() {
    const [clock, taken, given] = [new ManualClock(), new Semaphore(), new Semaphore()];
    const pieces: (string | null)[] = [];
    const client: LlmClient = {
      complete: () => Promise.reject(new Error('not used')),
      async *completeStreaming() {
        for (;;) {
          await given.acquire();
          const text = pieces.shift();
          if (typeof text !== 'string') break;
          yield { type: 'text-delta', text };
          taken.add();
        }
        yield { type: 'response', response: ScriptedModel.text('done') };
      },
    };
    const { session, recorder } = openSession(client, { clock });
    const { result } = await session.spawnRun('go');
    /** Resolves when the run has taken the piece. */
    const stream = async (text: string): Promise<void> => {
      pieces.push(text);
      given.add();
      await taken.acquire();
    };
    const end = async (): Promise<void> => {
      pieces.push(null);
      given.add();
      await result;
      await session.close();
    };
    return { clock, stream, end, told: () => recorder.of('run-text').map(({ text }) => text) };
  }

  it('is told when enough of it has gathered', async () => {
    const { stream, end, told } = await streamingRun();
    await stream('é'.repeat(TEXT_FLUSH_BYTES / 2 - 1));
    await stream('x');
    expect(told()).toEqual([]);
    await stream('y');
    expect(told()).toEqual([`${'é'.repeat(TEXT_FLUSH_BYTES / 2 - 1)}xy`]);
    await end();
  });

  it('is told after a while, however little it is', async () => {
    const { clock, stream, end, told } = await streamingRun();
    await stream('a');
    await clock.advance(TEXT_FLUSH_MS - 1);
    await stream('b');
    expect(told()).toEqual([]);
    await clock.advance(1);
    expect(told()).toEqual(['ab']);
    await stream('c');
    await end();
    expect(told()).toEqual(['ab', 'c']);
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
