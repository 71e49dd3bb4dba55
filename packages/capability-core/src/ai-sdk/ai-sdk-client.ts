import { LinkedAbort } from '../lifecycle/abort.js';
import { type Clock, systemClock } from '../lifecycle/clock.js';
import { inTime } from '../model/in-time.js';
import type { LlmClient, LlmRequest, StreamEvent } from '../model/llm-client.js';
import type { LlmResponse } from '../model/llm-response.js';
import { ModelError } from '../model/model-error.js';
import { AnswerOfParts } from './answer-of-parts.js';
import { V3_IMAGES, V4_IMAGES } from './image-forms.js';
import type { AiSdkCallOptions, AiSdkLanguageModel } from './language-model.js';
import { PART_TIMEOUT_MS } from './limits.js';
import { promptOf } from './prompt.js';
import { providerFailure } from './provider-failure.js';
import { streamPart } from './stream-part.js';

/**
 * A model behind any language model object of the AI SDK, specification V3 or V4.
 *
 * Only its `doStream` is called: the tools stay with the session, with its permissions and its pinned generation. A
 * provider that runs tools of its own fails the call with `tool-run-by-provider`. Calls reject with a
 * {@link ModelError}; an API error that the AI SDK calls retryable is `rate-limited`.
 *
 * @throws {ModelError} `client-options-invalid` when `model` is of another specification
 *
 * @example
 * const provider = createOpenAICompatible({ name: 'local', baseURL: 'http://127.0.0.1:8080/v1' });
 * const session = agent.buildSession('/work', aiSdkClient(provider('llama')));
 */
export function aiSdkClient(model: AiSdkLanguageModel, options: { readonly clock?: Clock } = {}): LlmClient {
  const version: unknown = model?.specificationVersion;
  if (version !== 'v3' && version !== 'v4') {
    const reason = 'The model has to be a language model object of the AI SDK, specification v3 or v4.';
    throw new ModelError({ code: 'client-options-invalid', reason });
  }
  return new AiSdkClient(model, version, options.clock ?? systemClock);
}

class AiSdkClient implements LlmClient {
  readonly #model: AiSdkLanguageModel;
  readonly #version: 'v3' | 'v4';
  readonly #clock: Clock;

  constructor(model: AiSdkLanguageModel, version: 'v3' | 'v4', clock: Clock) {
    this.#model = model;
    this.#version = version;
    this.#clock = clock;
  }

  async complete(request: LlmRequest): Promise<LlmResponse> {
    const answer = this.#answer(request);
    for (;;) {
      const { done, value } = await answer.next();
      if (done === true) return value;
    }
  }

  async *completeStreaming(request: LlmRequest): AsyncGenerator<StreamEvent, void, undefined> {
    const response = yield* this.#answer(request);
    yield { type: 'response', response };
  }

  async *#answer(request: LlmRequest): AsyncGenerator<StreamEvent, LlmResponse, undefined> {
    const { provider, modelId } = this.#model;
    const answer = new AnswerOfParts(this.#clock, { provider, requestModel: modelId });
    try {
      for await (const value of this.#parts(request)) {
        const part = streamPart(value);
        const text = part === null ? '' : answer.add(part);
        if (text !== '') yield { type: 'text-delta', text };
      }
    } catch (error) {
      request.signal.throwIfAborted();
      throw providerFailure(error, this.#clock.now());
    }
    request.signal.throwIfAborted();
    return answer.response();
  }

  async *#parts(request: LlmRequest): AsyncGenerator<unknown, void, undefined> {
    using abort = new LinkedAbort([request.signal]);
    const limits = { clock: this.#clock, timeoutMs: PART_TIMEOUT_MS };
    let reader: ReadableStreamDefaultReader<unknown> | undefined;
    try {
      reader = (await inTime(this.#begin(request, abort.signal), abort, limits)).getReader();
      for (;;) {
        const { done, value } = await inTime(reader.read().catch(cutShort), abort, limits);
        if (done) return;
        yield value;
      }
    } finally {
      abort.abort(new DOMException('The call of the model is over.', 'AbortError'));
      void reader?.cancel().catch(() => undefined);
    }
  }

  async #begin(request: LlmRequest, abortSignal: AbortSignal): Promise<ReadableStream<unknown>> {
    abortSignal.throwIfAborted();
    const { stream } = await this.#model.doStream(callOptions(request, this.#version, abortSignal));
    // Whoever waited is gone if this model does not listen to its signal.
    if (abortSignal.aborted) void stream.cancel().catch(() => undefined);
    return stream;
  }
}

function callOptions(request: LlmRequest, version: 'v3' | 'v4', abortSignal: AbortSignal): AiSdkCallOptions {
  const prompt = version === 'v3' ? promptOf(request, V3_IMAGES) : promptOf(request, V4_IMAGES);
  const tools = request.tools.map(({ name, description, parameters }) => {
    return { type: 'function', name, description, inputSchema: parameters };
  });
  return { prompt, abortSignal, ...(tools.length === 0 ? {} : { tools }) };
}

/** What a provider knows of a failure is a part of its stream; a stream that fails itself was cut. */
function cutShort(cause: unknown): never {
  throw new ModelError({ code: 'incomplete-stream' }, { cause });
}
