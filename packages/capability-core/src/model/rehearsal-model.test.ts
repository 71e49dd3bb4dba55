import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { REHEARSAL_PACE_MS_MAX, REHEARSAL_TURNS_MAX } from './limits.js';
import type { LlmRequest, StreamEvent } from './llm-client.js';
import { type Message, messageText, toolUses, userMessage } from './message.js';
import { RehearsalModel } from './rehearsal-model.js';

const SCRIPT = {
  turns: [
    { text: 'I shall look.', toolCalls: [{ tool: 'read', arguments: { path: 'a' } }, { tool: 'list' }] },
    { text: 'It says {{toolResult}}, twice {{toolResult}}.' },
  ],
};

function request(messages: readonly Message[], over: Partial<LlmRequest> = {}): LlmRequest {
  return { messages, tools: [], signal: new AbortController().signal, ...over };
}

function answered(message: Message, content: string): readonly Message[] {
  const results = toolUses(message).map(
    ({ id }) => ({ type: 'tool_result', toolUseId: id, content }) as const,
  );
  return [userMessage('go'), message, { role: 'user', content: results }];
}

describe('a rehearsal model', () => {
  it('plays its turns in the order of the conversation', async () => {
    const model = new RehearsalModel(SCRIPT);
    const first = await model.complete(request([userMessage('go')]));
    expect(messageText(first.message)).toBe('I shall look.');
    expect(toolUses(first.message)).toEqual([
      { type: 'tool_use', id: 'rehearsal-1-1', name: 'read', input: { path: 'a' } },
      { type: 'tool_use', id: 'rehearsal-1-2', name: 'list', input: {} },
    ]);
    expect(first.stopReason).toBe('tool_use');
    const second = await model.complete(request(answered(first.message, '$& and $1')));
    expect(messageText(second.message)).toBe('It says $& and $1, twice $& and $1.');
    expect(second.stopReason).toBe('end_turn');
    expect(second.usage.totalTokens).toBe(second.usage.promptTokens + second.usage.completionTokens);
  });

  it('starts anew with each prompt, under call ids that are new in the conversation', async () => {
    const model = new RehearsalModel(SCRIPT);
    const first = await model.complete(request([userMessage('go')]));
    const history = answered(first.message, 'x');
    const second = await model.complete(request(history));
    const again = await model.complete(request([...history, second.message, userMessage('and again')]));
    expect(toolUses(again.message).map(({ id }) => id)).toEqual(['rehearsal-3-1', 'rehearsal-3-2']);
  });

  it('does not wait for an operator whose run has been cancelled', async () => {
    const model = new RehearsalModel({ turns: [{ waitFor: 'go', text: 'late' }] });
    const abort = new AbortController();
    const answer = model.complete(request([userMessage('go')], { signal: abort.signal }));
    abort.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(model.waiting).toEqual([]);
    expect(model.release('go')).toBe(0);
  });

  it('refuses to go beyond its last turn', async () => {
    const model = new RehearsalModel({ turns: [{ toolCalls: [{ tool: 'read' }] }] });
    const first = await model.complete(request([userMessage('go')]));
    await expect(model.complete(request(answered(first.message, 'x')))).rejects.toMatchObject({
      name: 'ModelError',
      code: 'rehearsal-exhausted',
      turns: 1,
    });
  });

  it('streams its text word by word and then gives the whole answer', async () => {
    const model = new RehearsalModel(SCRIPT);
    const events: StreamEvent[] = [];
    for await (const event of model.completeStreaming(request([userMessage('go')]))) {
      events.push(event);
    }
    const deltas = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
    expect(deltas).toEqual(['I ', 'shall ', 'look.']);
    expect(events.at(-1)).toMatchObject({ type: 'response', response: { stopReason: 'tool_use' } });
  });

  it('waits for its label until it is released, and only then', async () => {
    const model = new RehearsalModel({ turns: [{ waitFor: 'operator', text: 'done' }] });
    expect(model.release('operator')).toBe(0);
    const { signal } = new AbortController();
    const calls = ['run-1', 'run-2'].map((runId) => model.complete(request([userMessage('go')], { runId })));
    await model.whenWaiting('operator', { signal });
    expect(model.waiting).toEqual([
      { label: 'operator', runId: 'run-1' },
      { label: 'operator', runId: 'run-2' },
    ]);
    expect(model.release('other')).toBe(0);
    expect(model.release('operator', { runId: 'run-2' })).toBe(1);
    expect(model.waiting).toEqual([{ label: 'operator', runId: 'run-1' }]);
    expect(model.release('operator')).toBe(1);
    expect((await Promise.all(calls)).map(({ message }) => messageText(message))).toEqual(['done', 'done']);
    expect(model.waiting).toEqual([]);
  });

  it('stops waiting when its call is aborted', async () => {
    const model = new RehearsalModel({ turns: [{ waitFor: 'operator', text: 'done' }] });
    const abort = new AbortController();
    const call = model.complete(request([userMessage('go')], { signal: abort.signal }));
    await model.whenWaiting('operator', { signal: new AbortController().signal });
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(model.waiting).toEqual([]);
    const late = model.whenWaiting('operator', { signal: abort.signal });
    await expect(late).rejects.toThrow('enough');
  });

  it('gives up watching for a label when the watcher is aborted', async () => {
    const model = new RehearsalModel(SCRIPT);
    const abort = new AbortController();
    const watch = model.whenWaiting('never', { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(watch).rejects.toThrow('enough');
  });

  it('keeps its pace', async () => {
    const clock = new ManualClock();
    const model = new RehearsalModel(
      { turns: [{ text: 'one two' }], pacing: { turnMs: 100, wordMs: 10 } },
      { clock },
    );
    const seen: string[] = [];
    const stream = (async () => {
      for await (const event of model.completeStreaming(request([userMessage('go')]))) {
        seen.push(event.type === 'text-delta' ? event.text : event.type);
      }
    })();
    await clock.advance(99);
    expect(seen).toEqual([]);
    await clock.advance(11);
    expect(seen).toEqual(['one ']);
    await clock.advance(10);
    await stream;
    expect(seen).toEqual(['one ', 'two', 'response']);
  });
});

describe('a rehearsal script', () => {
  it.each([
    ['no turns', { turns: [] }, 'turns'],
    ['a turn that says nothing', { turns: [{ waitFor: 'x' }] }, 'turns[0]'],
    ['a call without a tool', { turns: [{ toolCalls: [{ tool: '' }] }] }, 'turns[0].toolCalls[0].tool'],
    ['an unknown key', { turns: [{ text: 'x', speed: 1 }] }, 'turns[0]'],
    ['too long a pause', { turns: [{ text: 'x' }], pacing: { turnMs: REHEARSAL_PACE_MS_MAX + 1 } }, 'turnMs'],
    [
      'too many turns',
      { turns: Array.from({ length: REHEARSAL_TURNS_MAX + 1 }, () => ({ text: 'x' })) },
      'turns',
    ],
    ['no object', 'turns', 'object'],
  ])('is refused for %s, naming the place', (_name, script, place) => {
    expect(() => new RehearsalModel(script)).toThrow(
      expect.objectContaining({ code: 'rehearsal-script-invalid', message: expect.stringContaining(place) }),
    );
  });

  it('may be as long and as slow as its limits say', () => {
    const turns = Array.from({ length: REHEARSAL_TURNS_MAX }, () => ({ text: 'x' }));
    expect(() => new RehearsalModel({ turns, pacing: { turnMs: REHEARSAL_PACE_MS_MAX } })).not.toThrow();
  });
});
