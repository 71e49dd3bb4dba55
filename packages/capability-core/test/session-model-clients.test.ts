import { inspect } from 'node:util';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { expect, it } from 'vitest';
import { aiSdkClient } from '../src/ai-sdk/index.js';
import { openAiClient } from '../src/openai/index.js';
import { ManualClock, RecordingTool } from '../src/testing/index.js';
import { ChatServer, delta, streamed, streamedText, whole, wholeMessage } from './chat-server.js';
import { openSession, rejectionOf, toolBatch } from './session-builders.js';

const KEY = 'sk-of-this-test';

const CLIENTS = [
  ['openai', (baseURL: string) => openAiClient({ baseUrl: baseURL, model: 'tiny', apiKey: KEY })],
  [
    'ai-sdk',
    (baseURL: string) => aiSdkClient(createOpenAICompatible({ name: 'local', baseURL, apiKey: KEY })('tiny')),
  ],
] as const;

it.each(CLIENTS)(
  'a run calls its tools at once and goes on with what they gave (%s)',
  async (_name, client) => {
    const call = (index: number, id: string, args: string) => {
      return delta({
        tool_calls: [{ index, id, type: 'function', function: { name: 'read', arguments: args } }],
      });
    };
    await using server = await ChatServer.start(
      streamed(
        delta({ role: 'assistant', content: 'I look.' }),
        call(0, 'a', '{"path":"a"}'),
        call(1, 'b', '{"path":"b"}'),
        call(2, 'c', '{"path'),
        delta({}, 'tool_calls'),
      ),
      streamedText('Both are empty.'),
    );
    const tool = new RecordingTool('read');
    const { session, recorder } = openSession(client(server.baseUrl));
    await session.applyCapabilityBatch(toolBatch(1, [tool]));
    const stream = await session.stream('Look at a and b.');
    let text = '';
    for await (const piece of stream) text += piece;
    expect(text).toBe('I look.Both are empty.');
    expect((await stream.result).toolCallsCount).toBe(3);
    const messages = server.requests[1]?.body['messages'];
    expect(messages).toMatchObject([
      { role: 'user', content: 'Look at a and b.' },
      { role: 'assistant', content: 'I look.', tool_calls: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] },
      { role: 'tool', tool_call_id: 'a' },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'tool', tool_call_id: 'c', content: expect.stringContaining('not valid JSON') },
    ]);
    expect(server.requests[0]?.body['tools']).toMatchObject([
      { type: 'function', function: { name: 'read' } },
    ]);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(recorder.events)).not.toContain(KEY);
    await session.close();
  },
);

it.each(CLIENTS)('a run waits as long as its provider asks, and then goes on (%s)', async (_name, client) => {
  const clock = new ManualClock();
  const limit = whole({ error: { message: 'slow down' } }, 429, { 'retry-after': '30' });
  await using server = await ChatServer.start(limit, streamedText('done'));
  const { session } = openSession(client(server.baseUrl), { clock });
  const stream = await session.stream('go');
  await server.over.acquire();
  // The refusal has left the server; the run may still be reading it.
  while (server.requests.length === 1) await clock.advance(1_000);
  expect((await stream.result).text).toBe('done');
  expect(clock.elapsed()).toBeGreaterThanOrEqual(30_000);
  await session.close();
});

it.each(CLIENTS)('a run that fails says why, and never the key (%s)', async (_name, client) => {
  const refusal = whole({ error: { message: 'no such model' } }, 404);
  await using server = await ChatServer.start(refusal);
  const { session, recorder } = openSession(client(server.baseUrl));
  const error = await rejectionOf((await session.stream('go')).result);
  expect(error).toMatchObject({
    code: 'run-failed',
    cause: {
      code: 'model-failed',
      cause: { code: 'provider-refused', status: 404, reason: 'no such model' },
    },
  });
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(KEY);
  expect(JSON.stringify(recorder.events)).not.toContain(KEY);
  await session.close();
});

it.each(CLIENTS)('a run that is cancelled lets its connection go (%s)', async (_name, client) => {
  await using server = await ChatServer.start(() => undefined);
  const { session } = openSession(client(server.baseUrl));
  const run = await session.spawnRun('go');
  const failure = rejectionOf(run.result);
  await server.arrived.acquire();
  session.cancelRun(run.runId);
  expect(await failure).toMatchObject({ code: 'run-cancelled' });
  await server.over.acquire();
  await session.close();
});

it('a run that does not stream calls its tools as well', async () => {
  const call = { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } };
  await using server = await ChatServer.start(
    wholeMessage({ content: null, tool_calls: [call] }, 'tool_calls'),
    wholeMessage({ content: 'It is empty.' }),
  );
  const tool = new RecordingTool('read');
  const { session } = openSession(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' }));
  await session.applyCapabilityBatch(toolBatch(1, [tool]));
  const result = await session.send('Look at a.');
  expect(result).toMatchObject({ text: 'It is empty.', usage: { totalTokens: 20, cacheReadTokens: 8 } });
  expect(tool.calls.map(({ args }) => args)).toEqual([{ path: 'a' }]);
  await session.close();
});
