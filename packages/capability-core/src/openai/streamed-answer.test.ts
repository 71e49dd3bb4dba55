import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatServer, eventText, USAGE_CHUNK } from '../../test/chat-server.js';
import { streamOf } from '../../test/model-requests.js';
import { ManualClock } from '../testing/manual-clock.js';
import { openAiClient } from './open-ai-client.js';

/** Short, so that every place where they may be cut can be tried. */
const delta = (piece: object) => ({ choices: [{ delta: piece }] });
const call = (piece: object) => delta({ tool_calls: [piece] });
const FINISH = { choices: [{ finish_reason: 'tool_calls' }] };
/** Characters of one to four bytes, so that a cut may go through any of them. */
const CHUNKS = [
  delta({ reasoning_content: 'zwölf' }),
  delta({ content: 'Grüße, 世界 ' }),
  delta({ content: '🦉\r\n' }),
  call({ index: 0, id: 'a', function: { name: 'read', arguments: '' } }),
  call({ index: 0, function: { arguments: '{"path":' } }),
  call({ index: 1, id: 'b', function: { name: 'list', arguments: '{}' } }),
  call({ index: 0, function: { arguments: '"ä🦉"}' } }),
  FINISH,
  USAGE_CHUNK,
];
const encoder = new TextEncoder();
const BYTES = encoder.encode(eventText(...CHUNKS));
const FINISH_STARTS = encoder.encode(eventText(...CHUNKS.slice(0, CHUNKS.indexOf(FINISH)))).length - 14;

/** What a client makes of a body that comes in these pieces. */
async function answerOf(...pieces: readonly Uint8Array[]) {
  const body = new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const client = openAiClient({
    baseUrl: 'http://model.test',
    model: 'tiny',
    fetch,
    clock: new ManualClock(),
  });
  const { texts, response } = await streamOf(client);
  return { text: texts.join(''), response };
}

describe('a streamed answer', () => {
  it('is the same wherever its bytes are cut in two', async () => {
    const whole = await answerOf(BYTES);
    expect(whole.text).toBe('Grüße, 世界 🦉\r\n');
    expect(whole.response).toMatchObject({
      message: {
        reasoningContent: 'zwölf',
        content: [
          { type: 'text', text: whole.text },
          { id: 'a', name: 'read', input: { path: 'ä🦉' } },
          { id: 'b', name: 'list', input: {} },
        ],
      },
      usage: { totalTokens: 10 },
      stopReason: 'tool_use',
    });
    for (let cut = 1; cut < BYTES.length; cut += 1) {
      expect(await answerOf(BYTES.subarray(0, cut), BYTES.subarray(cut))).toEqual(whole);
    }
  });

  it('is the same in however many pieces, with whatever line ends', async () => {
    const whole = await answerOf(BYTES);
    const cuts = fc.uniqueArray(fc.nat(BYTES.length), { maxLength: 60 });
    const property = fc.asyncProperty(cuts, fc.constantFrom('\n', '\r\n', '\r'), async (places, end) => {
      const bytes = encoder.encode(eventText(...CHUNKS).replaceAll('\n', end));
      const edges = [0, ...places.sort((a, b) => a - b), bytes.length];
      const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      expect(await answerOf(...pieces)).toEqual(whole);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('is incomplete wherever its stream ends before the model said why it stopped', async () => {
    for (let cut = 0; cut < FINISH_STARTS; cut += 7) {
      await expect(answerOf(BYTES.subarray(0, cut))).rejects.toMatchObject({ code: 'incomplete-stream' });
    }
  });

  it('may come byte by byte over the network', async () => {
    const whole = await answerOf(BYTES);
    await using server = await ChatServer.start(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of BYTES) {
        await new Promise<void>((resolve) => response.write(Uint8Array.of(byte), () => resolve()));
      }
      response.end();
    });
    const { response } = await streamOf(openAiClient({ baseUrl: server.baseUrl, model: 'tiny' }));
    expect(response.message).toEqual(whole.response.message);
  });
});
