import { describe, expect, it } from 'vitest';
import { ChatServer, delta, eventText, streamedText, whole } from '../../test/chat-server.js';
import { BOTH_WAYS, modelRequest, streamOf } from '../../test/model-requests.js';
import { rejectionOf } from '../../test/session-builders.js';
import { ManualClock } from '../testing/manual-clock.js';
import { IDLE_TIMEOUT_MS } from './limits.js';
import { openAiClient } from './open-ai-client.js';

const EVENTS = { 'content-type': 'text/event-stream' };
const nothing = (): void => undefined;

describe('a call that is aborted', () => {
  it.each(BOTH_WAYS)('before it begins asks nobody (%s)', async (_way, ask) => {
    await using server = await ChatServer.start();
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    const signal = AbortSignal.abort(new Error('enough'));
    expect(await rejectionOf(ask(client, modelRequest({ signal })))).toMatchObject({ message: 'enough' });
    expect(server.connections).toBe(0);
  });

  it.each(BOTH_WAYS)('while it waits for the answer lets the connection go (%s)', async (_way, ask) => {
    const clock = new ManualClock();
    await using server = await ChatServer.start(nothing);
    const abort = new AbortController();
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', clock });
    const failure = rejectionOf(ask(client, modelRequest({ signal: abort.signal })));
    await server.arrived.acquire();
    abort.abort(new Error('enough'));
    expect(await failure).toMatchObject({ message: 'enough' });
    expect(clock.pendingTimers).toBe(0);
    await server.over.acquire();
  });

  it.each(BOTH_WAYS)('while its refusal comes is over at once (%s)', async (_way, ask) => {
    const clock = new ManualClock();
    await using server = await ChatServer.start((response) => {
      response.writeHead(401).write('because ');
    });
    const abort = new AbortController();
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', clock });
    const failure = rejectionOf(ask(client, modelRequest({ signal: abort.signal })));
    await server.arrived.acquire();
    abort.abort(new Error('enough'));
    expect(await failure).toMatchObject({ message: 'enough' });
    expect(clock.pendingTimers).toBe(0);
    await server.over.acquire();
  });

  it.each(['aborted', 'left'])('in the middle of its answer lets the connection go (%s)', async (end) => {
    await using server = await ChatServer.start((response) => {
      response.writeHead(200, EVENTS).write(`data: ${JSON.stringify(delta({ content: 'x' }))}\n\n`);
    });
    const abort = new AbortController();
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    const events = client.completeStreaming(modelRequest({ signal: abort.signal }))[Symbol.asyncIterator]();
    expect(await events.next()).toMatchObject({ value: { text: 'x' } });
    if (end === 'left') {
      await events.return?.();
    } else {
      const failure = rejectionOf(events.next());
      abort.abort(new Error('enough'));
      expect(await failure).toMatchObject({ message: 'enough' });
    }
    await server.over.acquire();
  });

  it('leaves nothing behind of an answer that comes nevertheless', async () => {
    const abort = new AbortController();
    let answer = (_response: Response): void => undefined;
    const fetch = () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      });
    const client = openAiClient({ baseUrl: 'http://model.test', model: 'tiny', fetch });
    const failure = rejectionOf(client.complete(modelRequest({ signal: abort.signal })));
    abort.abort(new Error('enough'));
    expect(await failure).toMatchObject({ message: 'enough' });
    await new Promise<void>((resolve) => {
      answer(new Response(new ReadableStream({ cancel: () => resolve() })));
    });
  });
});

describe('a streamed answer', () => {
  it('that pauses for too long is given up, and its connection let go', async () => {
    const clock = new ManualClock();
    await using server = await ChatServer.start((response) => {
      response.writeHead(200, EVENTS).write(`data: ${JSON.stringify(delta({ content: 'x' }))}\n\n`);
    });
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny', clock });
    const events = client.completeStreaming(modelRequest())[Symbol.asyncIterator]();
    await events.next();
    const failure = rejectionOf(events.next());
    await clock.advance(IDLE_TIMEOUT_MS - 1);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1);
    expect(await failure).toMatchObject({ code: 'provider-silent', timeoutMs: IDLE_TIMEOUT_MS });
    await server.over.acquire();
  });

  it('of another type than events is none', async () => {
    await using server = await ChatServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    });
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    expect(await rejectionOf(streamOf(client))).toMatchObject({
      code: 'provider-answer-invalid',
      reason: expect.stringContaining('text/html'),
    });
  });

  it('that ends in order before the model said why it stopped is incomplete', async () => {
    await using server = await ChatServer.start(
      whole(eventText(delta({ content: 'x' })).replace('data: [DONE]\n\n', ''), 200, EVENTS),
      streamedText('whole'),
    );
    const client = openAiClient({ baseUrl: server.baseUrl, model: 'tiny' });
    expect(await rejectionOf(streamOf(client))).toMatchObject({ code: 'incomplete-stream' });
    expect((await streamOf(client)).texts).toEqual(['whole']);
  });
});
