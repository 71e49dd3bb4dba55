import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ChatServer, delta, eventText, whole } from '../../test/chat-server.js';
import { BOTH_WAYS } from '../../test/model-requests.js';
import { rejectionOf } from '../../test/session-builders.js';
import { ManualClock } from '../testing/manual-clock.js';
import { ANSWER_BYTES_MAX, FIRST_BYTE_TIMEOUT_MS, REFUSAL_BYTES_MAX } from './limits.js';
import { openAiClient } from './open-ai-client.js';

const EVENTS = { 'content-type': 'text/event-stream' };
const nothing = (): void => undefined;

describe.each(BOTH_WAYS)('a call that fails (%s)', (way, ask) => {
  it('is rate-limited for as long as the provider asks, in seconds, in milliseconds or until a date', async () => {
    const clock = new ManualClock();
    const date = new Date(clock.now() + 90_000).toUTCString();
    await using server = await ChatServer.start(
      whole({ error: { message: 'slow down' } }, 429, { 'retry-after': '3' }),
      whole('busy', 503, { 'retry-after': date }),
      whole('busy', 429, { 'retry-after-ms': '250', 'retry-after': '1' }),
      whole('busy', 503, { 'retry-after': 'soon' }),
      whole('busy', 429),
    );
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', clock });
    for (const retryAfterMs of [3_000, 90_000, 250, null, null]) {
      const error = await rejectionOf(ask(client));
      expect(error).toMatchObject({ code: 'rate-limited', retryAfterMs });
    }
  });

  it.each([
    [400, { error: { message: 'too many tokens', code: 'context_length_exceeded' } }, 'too many tokens'],
    [429, { error: { message: 'no credit', code: 'insufficient_quota' } }, 'no credit'],
    [404, { error: 'no such model' }, 'no such model'],
    [422, { detail: 'tools is unknown' }, 'tools is unknown'],
    [403, { message: 'not for you' }, 'not for you'],
    [502, '<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>'],
    [500, '', 'It gave no reason.'],
    [500, { fault: 1 }, 'It gave no reason.'],
    [500, '{"error": "cut', '{"error": "cut'],
  ])('is refused with status %i and what the provider says: %j', async (status, body, reason) => {
    await using server = await ChatServer.start(whole(body, status));
    const error = await rejectionOf(ask(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' })));
    expect(error).toMatchObject({
      name: 'ModelError',
      code: 'provider-refused',
      status,
      reason,
      message: expect.stringContaining(`status ${status}`),
    });
  });

  it('is refused where the failure comes in place of the answer', async () => {
    const failure = { error: { message: 'the model crashed', code: 502 } };
    const limit = { error: { message: 'slow down', code: 429 } };
    const answer = (body: object) => (way === 'whole' ? whole(body) : events(eventText(body)));
    await using server = await ChatServer.start(
      answer(failure),
      answer(limit),
      answer({ error: 'no' }),
      answer({ error: { message: 'no' } }),
    );
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    for (const expected of [
      { code: 'provider-refused', status: 502, reason: 'the model crashed' },
      { code: 'rate-limited', retryAfterMs: null },
      { code: 'provider-refused', status: null, reason: 'no' },
      { code: 'provider-refused', status: null, reason: 'no' },
    ]) {
      expect(await rejectionOf(ask(client))).toMatchObject(expected);
    }
  });

  it('reads a refusal to its bound', async () => {
    const refusal = (bytes: number): string => {
      const body = JSON.stringify({ error: { message: 'no' }, rest: '' });
      return body.replace('""', JSON.stringify('x'.repeat(bytes - body.length)));
    };
    const [within, over] = [refusal(REFUSAL_BYTES_MAX), refusal(REFUSAL_BYTES_MAX + 1)];
    await using server = await ChatServer.start(whole(within, 400), whole(over, 400));
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    expect(await rejectionOf(ask(client))).toMatchObject({ reason: 'no' });
    expect(await rejectionOf(ask(client))).toMatchObject({ reason: over.slice(0, 1_024) });
  });

  it('is refused with its status where the reason is cut', async () => {
    await using server = await ChatServer.start((response) => {
      response.writeHead(401).write('wrong k', () => response.destroy());
    });
    const error = await rejectionOf(ask(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' })));
    expect(error).toMatchObject({ code: 'provider-refused', status: 401 });
  });

  it('cannot reach a server that is not there, or that sends elsewhere', async () => {
    const gone = await ChatServer.start();
    await gone[Symbol.asyncDispose]();
    expect(await rejectionOf(ask(openAiClient({ baseUrl: gone.baseUrl, model: 'tiny' })))).toMatchObject({
      code: 'provider-unreachable',
      reason: expect.stringContaining('ECONNREFUSED'),
      cause: expect.any(Error),
    });
    await using server = await ChatServer.start((response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await rejectionOf(ask(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' })))).toMatchObject({
      code: 'provider-unreachable',
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['is no JSON', 'once upon a time'],
    ['is no object', '[]'],
    ['has no choice', '{"choices":[]}'],
    ['has a text that is none', '{"choices":[{"message":{"content":5},"delta":{"content":5}}]}'],
  ])('is given an answer that %s', async (_name, body) => {
    await using server = await ChatServer.start(
      way === 'whole' ? whole(body) : events(`data: ${body}\n\ndata: [DONE]\n\n`),
    );
    const error = await rejectionOf(ask(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' })));
    expect(error).toMatchObject({ code: 'provider-answer-invalid' });
  });

  it('has its answer cut in the middle', async () => {
    await using server = await ChatServer.start((response) => {
      response.writeHead(200, way === 'whole' ? { 'content-type': 'application/json' } : EVENTS);
      response.write(
        way === 'whole' ? '{"choices":[' : eventText(delta({ content: 'x' })).slice(0, -20),
        () => response.destroy(),
      );
    });
    const error = await rejectionOf(ask(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' })));
    expect(error).toMatchObject({ code: 'incomplete-stream', cause: expect.any(Error) });
  });

  it('is given an answer of as many bytes as are read, and of one more', async () => {
    const answer = (bytes: number) => {
      const content = 'x'.repeat(1_000_000);
      const message = JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] });
      const text = way === 'whole' ? message : eventText(delta({ content }), delta({}, 'stop'));
      return way === 'whole'
        ? whole(text.padEnd(bytes, ' '))
        : events(`:${' '.repeat(bytes - text.length - 3)}\n\n${text}`);
    };
    await using server = await ChatServer.start(answer(ANSWER_BYTES_MAX), answer(ANSWER_BYTES_MAX + 1));
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    expect((await ask(client)).message.content).toHaveLength(1);
    const error = await rejectionOf(ask(client));
    expect(error).toMatchObject({ code: 'provider-answer-too-large', limitBytes: ANSWER_BYTES_MAX });
    await server.over.acquire();
    await server.over.acquire();
  });

  it('is given up when its server never answers, and the connection is let go', async () => {
    const clock = new ManualClock();
    await using server = await ChatServer.start(nothing);
    const failure = rejectionOf(ask(openAiClient({ baseUrl: server.baseUrl, model: 'tiny', clock })));
    await server.arrived.acquire();
    await clock.advance(FIRST_BYTE_TIMEOUT_MS - 1);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1);
    expect(await failure).toMatchObject({ code: 'provider-silent', timeoutMs: FIRST_BYTE_TIMEOUT_MS });
    expect(clock.pendingTimers).toBe(0);
    await server.over.acquire();
  });

  it('keeps the key and what else is secret out of every error', async () => {
    const [key, other] = ['sk-very-secret-key', 'another-secret'];
    await using server = await ChatServer.start(
      (response, { headers }) => {
        const message = `wrong: ${headers.authorization} ${String(headers['x-token'])} ${'x'.repeat(1_010)}${key}`;
        response.writeHead(401).end(JSON.stringify({ error: { message } }));
      },
      whole({ error: { message: `${key} ${other}` } }, 429),
    );
    const headers = { 'x-token': `Token ${other}` };
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', apiKey: key, headers });
    for (const code of ['provider-refused', 'rate-limited']) {
      const error = await rejectionOf(ask(client));
      expect(error).toMatchObject({ code });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/very-secret|another|sk-/);
    }
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(key);
  });
});

function events(text: string) {
  return whole(text, 200, EVENTS);
}
