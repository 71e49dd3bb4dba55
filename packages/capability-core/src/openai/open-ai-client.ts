import { messageOf } from '../lifecycle/bounded-message.js';
import type { LlmClient, LlmRequest, StreamEvent } from '../model/llm-client.js';
import type { LlmResponse } from '../model/llm-response.js';
import { messageText } from '../model/message.js';
import { ModelError } from '../model/model-error.js';
import { AnswerAssembly } from './answer-assembly.js';
import { answerChunk } from './answer-chunk.js';
import { type ClientSettings, clientSettings, type OpenAiClientOptions } from './client-options.js';
import { Exchange } from './exchange.js';
import { requestBody } from './request-body.js';
import { streamedAnswer } from './streamed-answer.js';

/**
 * A model behind any endpoint that speaks the chat-completions protocol of OpenAI.
 *
 * A call rejects with a {@link ModelError}: `rate-limited`, `provider-refused`, `provider-unreachable`,
 * `provider-silent`, `provider-answer-invalid`, `provider-answer-too-large` or `incomplete-stream`; with the reason of
 * its signal when that aborts. However it ends, its connection is free again.
 *
 * @throws {ModelError} `client-options-invalid`
 *
 * @example
 * const client = openAiClient({ baseUrl: 'https://api.openai.com/v1', model: 'gpt-5-mini', apiKey });
 * const session = agent.buildSession('/work', client);
 */
export function openAiClient(options: OpenAiClientOptions): LlmClient {
  return new OpenAiClient(clientSettings(options));
}

class OpenAiClient implements LlmClient {
  readonly #settings: ClientSettings;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
  }

  async complete(request: LlmRequest): Promise<LlmResponse> {
    using exchange = new Exchange(this.#settings, request.signal);
    const assembly = new AnswerAssembly(this.#settings);
    await exchange.send(requestBody(request, false));
    return await wholeAnswer(exchange, assembly, this.#settings);
  }

  async *completeStreaming(request: LlmRequest): AsyncGenerator<StreamEvent, void, undefined> {
    using exchange = new Exchange(this.#settings, request.signal);
    const assembly = new AnswerAssembly(this.#settings);
    await exchange.send(requestBody(request, true));
    if (exchange.contentType.includes('json')) {
      // A server that cannot stream.
      const response = await wholeAnswer(exchange, assembly, this.#settings);
      const text = messageText(response.message);
      if (text !== '') yield { type: 'text-delta', text };
      yield { type: 'response', response };
      return;
    }
    if (!/^(text\/event-stream|$)/.test(exchange.contentType)) {
      const type = this.#settings.secrets.removedFrom(exchange.contentType);
      const reason = messageOf(`It is of the type ${type}, and neither events nor JSON.`);
      throw new ModelError({ code: 'provider-answer-invalid', reason });
    }
    yield* streamedAnswer(exchange, assembly, this.#settings);
    request.signal.throwIfAborted();
    yield { type: 'response', response: assembly.response() };
  }
}

async function wholeAnswer(
  exchange: Exchange,
  assembly: AnswerAssembly,
  settings: ClientSettings,
): Promise<LlmResponse> {
  let text = '';
  for (let piece = await exchange.next(); piece !== null; piece = await exchange.next()) text += piece;
  assembly.add(answerChunk(text, settings));
  return assembly.response();
}
