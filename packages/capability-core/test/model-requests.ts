import type { LlmClient, LlmRequest, LlmResponse } from '../src/index.js';
import { userMessage } from '../src/index.js';

/** A request with one prompt and no tools, unless it is told otherwise. */
export function modelRequest(changes: Partial<LlmRequest> = {}): LlmRequest {
  return { messages: [userMessage('hello')], tools: [], signal: new AbortController().signal, ...changes };
}

/** What a streaming call gave: its pieces of text, and its answer. */
export async function streamOf(
  client: LlmClient,
  request: LlmRequest = modelRequest(),
): Promise<{ readonly texts: readonly string[]; readonly response: LlmResponse }> {
  const texts: string[] = [];
  let response: LlmResponse | undefined;
  for await (const event of client.completeStreaming(request)) {
    if (event.type === 'text-delta') texts.push(event.text);
    else response = event.response;
  }
  if (response === undefined) throw new Error('the stream gave no answer');
  return { texts, response };
}

/** Both ways to ask a client once. */
export const BOTH_WAYS = [
  ['whole', (client: LlmClient, request = modelRequest()) => client.complete(request)],
  [
    'streamed',
    async (client: LlmClient, request = modelRequest()) => (await streamOf(client, request)).response,
  ],
] as const;
