import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, it } from 'vitest';
import {
  ChatServer,
  delta,
  eventText,
  streamed,
  streamedText,
  USAGE_CHUNK,
  whole,
} from '../../test/chat-server.js';
import { BOTH_WAYS, modelRequest, streamOf } from '../../test/model-requests.js';
import { rejectionOf } from '../../test/session-builders.js';
import { ManualClock } from '../testing/manual-clock.js';
import { aiSdkClient } from './ai-sdk-client.js';
import { providerFailure } from './provider-failure.js';

/** A client over the AI SDK's own provider for such servers. */
function compatible({ baseUrl }: { readonly baseUrl: string }) {
  const provider = createOpenAICompatible({ name: 'local', baseURL: baseUrl, includeUsage: true });
  return aiSdkClient(provider('tiny'), { clock: new ManualClock() });
}

describe('a provider of the AI SDK', () => {
  it('streams an answer with its thoughts, tool calls and usage', async () => {
    const call = { index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"a"}' } };
    await using server = await ChatServer.start(
      streamed(
        delta({ role: 'assistant', reasoning_content: 'Short.' }),
        delta({ content: 'Hel' }),
        delta({ content: 'lo' }),
        delta({ tool_calls: [call] }),
        delta({}, 'tool_calls'),
        USAGE_CHUNK,
      ),
    );
    const { texts, response } = await streamOf(compatible(server));
    expect(texts).toEqual(['Hel', 'lo']);
    expect(response).toMatchObject({
      message: {
        reasoningContent: 'Short.',
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
        ],
      },
      usage: { promptTokens: 7, completionTokens: 3, totalTokens: 10, cacheReadTokens: 4 },
      stopReason: 'tool_use',
      meta: { provider: 'local.chat', requestModel: 'tiny', responseModel: 'tiny-1' },
    });
  });

  it('is always streamed from, whichever way it is asked', async () => {
    await using server = await ChatServer.start(streamedText('x'));
    await compatible(server).complete(modelRequest());
    expect(server.requests[0]?.body).toMatchObject({ stream: true });
  });
});

describe.each(BOTH_WAYS)('a failure of a provider of the AI SDK (%s)', (_way, ask) => {
  it.each([
    [429, 'rate-limited', 2_000],
    [503, 'rate-limited', 2_000],
    [500, 'rate-limited', 2_000],
    [400, 'provider-refused', undefined],
    [401, 'provider-refused', undefined],
  ])('with status %i is %s', async (status, code, retryAfterMs) => {
    const body = { error: { message: 'no', type: 'x', param: null, code: null } };
    await using server = await ChatServer.start(whole(body, status, { 'retry-after': '2' }));
    const error = await rejectionOf(ask(compatible(server)));
    expect(error).toMatchObject({ code, cause: { message: 'no' } });
    expect(error).toMatchObject(retryAfterMs === undefined ? { status, reason: 'no' } : { retryAfterMs });
  });

  it('that is no server is provider-unreachable, and a cut stream is incomplete', async () => {
    await using cut = await ChatServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(eventText(delta({ content: 'x' })).slice(0, -20), () => response.destroy());
    });
    expect(await rejectionOf(ask(compatible(cut)))).toMatchObject({ code: 'incomplete-stream' });
    await cut[Symbol.asyncDispose]();
    expect(await rejectionOf(ask(compatible(cut)))).toMatchObject({ code: 'provider-unreachable' });
  });
});

it('what a provider throws that is no API call is told as it is', () => {
  const cause = new TypeError('no such region');
  const refused = { code: 'provider-refused', status: null };
  expect(providerFailure(cause, 0)).toMatchObject({ ...refused, reason: 'no such region', cause });
  expect(providerFailure(undefined, 0)).toMatchObject(refused);
});
