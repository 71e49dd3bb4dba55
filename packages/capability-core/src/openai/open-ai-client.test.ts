import { describe, expect, it } from 'vitest';
import {
  ChatServer,
  delta,
  eventText,
  streamed,
  streamedText,
  USAGE_CHUNK,
  whole,
  wholeMessage,
} from '../../test/chat-server.js';
import { BOTH_WAYS, modelRequest, streamOf } from '../../test/model-requests.js';
import { ManualClock } from '../testing/manual-clock.js';
import { AFTER_END_TIMEOUT_MS } from './limits.js';
import { openAiClient } from './open-ai-client.js';

const USAGE = { promptTokens: 7, completionTokens: 3, totalTokens: 10, cacheReadTokens: 4 };

describe('a model behind an OpenAI-compatible endpoint', () => {
  it('answers as a whole, with what it used and where the answer came from', async () => {
    await using server = await ChatServer.start(
      wholeMessage({ content: 'Hello Ada.', reasoning_content: 'A greeting.' }),
    );
    const client = openAiClient({ baseUrl: `${server.baseUrl}/?api-version=2`, model: 'tiny' });
    expect(await client.complete(modelRequest())).toEqual({
      message: {
        role: 'assistant',
        content: [{ type: 'text', text: 'Hello Ada.' }],
        reasoningContent: 'A greeting.',
      },
      usage: USAGE,
      stopReason: 'end_turn',
      meta: {
        provider: 'openai-compatible',
        requestModel: 'tiny',
        requestUrl: `${server.baseUrl}/chat/completions`,
        responseId: 'chat-1',
        responseModel: 'tiny-1',
        responseObject: 'chat.completion',
        durationMs: expect.any(Number),
      },
    });
    expect(server.requests[0]?.url).toBe('/v1/chat/completions?api-version=2');
  });

  it('streams its text as it comes, and tells how long the first word took', async () => {
    const clock = new ManualClock();
    await using server = await ChatServer.start(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await clock.advance(30);
      response.end(
        `: a comment\n\n${eventText(
          delta({ role: 'assistant', content: '' }),
          delta({ reasoning_content: '', reasoning: 'Short.' }),
          delta({ content: 'Hel' }),
          delta({ content: 'lo' }),
          delta({}, 'stop'),
          USAGE_CHUNK,
        )}`,
      );
    });
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', clock });
    const { texts, response } = await streamOf(client);
    expect(texts).toEqual(['Hel', 'lo']);
    expect(response).toMatchObject({
      message: { content: [{ type: 'text', text: 'Hello' }], reasoningContent: 'Short.' },
      usage: USAGE,
      stopReason: 'end_turn',
      meta: { responseObject: 'chat.completion.chunk', firstTokenMs: 30, durationMs: 30 },
    });
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('is sent the key, the headers and the settings it was made with, as they were then', async () => {
    await using server = await ChatServer.start(wholeMessage({ content: 'x' }));
    const headers = { 'X-Project': 'mill' };
    const body = { temperature: 0, stop: ['END'] };
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', apiKey: 'key-1', headers, body });
    headers['X-Project'] = 'other';
    body.stop.push('MORE');
    await client.complete(modelRequest({ runId: 'run-1' }));
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: 'Bearer key-1', 'x-project': 'mill', 'content-type': 'application/json' },
      body: { model: 'tiny', temperature: 0, stop: ['END'], messages: [{ role: 'user', content: 'hello' }] },
    });
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('run-1');
  });

  it.each(BOTH_WAYS)('calls several tools in one answer (%s)', async (way, ask) => {
    const [head, tail] = ['{"pa', 'th":"b"}'];
    await using server = await ChatServer.start(
      way === 'whole'
        ? wholeMessage(
            {
              content: null,
              tool_calls: [
                { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } },
                { id: 'b', type: 'function', function: { name: 'read', arguments: head + tail } },
              ],
            },
            'tool_calls',
          )
        : streamed(
            delta({
              tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"a"}' } }],
            }),
            delta({ tool_calls: [{ index: 1, id: 'b', function: { name: 'read', arguments: head } }] }),
            delta({ tool_calls: [{ index: 1, function: { arguments: tail } }] }),
            delta({}, 'tool_calls'),
          ),
    );
    const response = await ask(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' }));
    expect(response.stopReason).toBe('tool_use');
    expect(response.message.content).toEqual([
      { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
      { type: 'tool_use', id: 'b', name: 'read', input: { path: 'b' } },
    ]);
  });

  it.each([
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
    ['stop', 'end_turn'],
    ['eos', 'eos'],
  ])('that stops for %s says %s', async (finishReason, stopReason) => {
    await using server = await ChatServer.start(wholeMessage({ content: 'x' }, finishReason));
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    expect((await client.complete(modelRequest())).stopReason).toBe(stopReason);
  });

  it('may refuse in words, and give its text in parts', async () => {
    await using server = await ChatServer.start(
      wholeMessage({ content: null, refusal: 'I will not.' }),
      wholeMessage({
        content: [{ type: 'text', text: 'one ' }, { type: 'thinking' }, { type: 'text', text: 'two' }],
      }),
    );
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    for (const text of ['I will not.', 'one two']) {
      expect((await client.complete(modelRequest())).message.content).toEqual([{ type: 'text', text }]);
    }
  });

  it('counts nothing where its server counts nothing, or nonsense', async () => {
    const choices = [{ message: { content: 'x' }, finish_reason: 'stop' }];
    const none = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    await using server = await ChatServer.start(
      whole({ choices }),
      whole({ choices, usage: { prompt_tokens: -1, completion_tokens: 'many' } }),
      whole({ choices, usage: 'none' }),
      whole({ choices, usage: { prompt_tokens: 2, completion_tokens: 3 } }),
    );
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    const counted = { promptTokens: 2, completionTokens: 3, totalTokens: 5 };
    for (const usage of [none, none, none, counted]) {
      expect((await client.complete(modelRequest())).usage).toEqual(usage);
    }
  });

  it('is heard to its end where its server cannot stream, or ends without a last word', async () => {
    const chunks = [delta({ content: 'x' }), delta({}, 'stop')];
    await using server = await ChatServer.start(wholeMessage({ content: 'x' }), (response) => {
      response.writeHead(200).end(eventText(...chunks).replace('data: [DONE]\n\n', ''));
    });
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    for (let call = 0; call < 2; call += 1) {
      expect(await streamOf(client)).toMatchObject({
        texts: ['x'],
        response: { message: { content: [{ type: 'text', text: 'x' }] } },
      });
    }
  });

  it('has its connections used again by later calls', async () => {
    const answers = Array.from({ length: 8 }, () => streamedText('x'));
    await using server = await ChatServer.start(...answers);
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    for (const _ of answers) await streamOf(client);
    // The runtime may open a second one while it has not noticed that the first is free.
    expect(server.connections).toBeLessThan(4);
  });

  it('is not waited for once its answer is complete, though its server keeps the connection', async () => {
    const clock = new ManualClock();
    await using server = await ChatServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(eventText(delta({ content: 'x' }), delta({}, 'stop')));
    });
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', clock });
    const events = client.completeStreaming(modelRequest())[Symbol.asyncIterator]();
    expect(await events.next()).toMatchObject({ value: { type: 'text-delta' } });
    const last = events.next();
    while (clock.pendingTimers === 0) await clock.advance(0);
    await clock.advance(AFTER_END_TIMEOUT_MS - 1);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1);
    expect(await last).toMatchObject({ value: { type: 'response' } });
    await events.return?.();
    await server.over.acquire();
  });
});
