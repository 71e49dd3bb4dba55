import type { JsonValue } from '../model/json-value.js';
import type { LlmClient, LlmRequest, StreamEvent } from '../model/llm-client.js';
import type { LlmResponse } from '../model/llm-response.js';
import { messageText } from '../model/message.js';

/** A tool call that a scripted model makes. */
export interface ScriptedToolCall {
  readonly name: string;
  /** Default: no arguments. */
  readonly input?: JsonValue;
  readonly id?: string;
}

/** Answers one call. */
export type ScriptedStep = (request: LlmRequest) => LlmResponse | Promise<LlmResponse>;

const ONE_TOKEN_EACH = { promptTokens: 1, completionTokens: 1, totalTokens: 2 };

/** A model whose every answer the test writes down. A call beyond the last step fails. */
export class ScriptedModel implements LlmClient {
  readonly #steps: readonly ScriptedStep[];
  readonly #requests: LlmRequest[] = [];

  constructor(...steps: readonly ScriptedStep[]) {
    this.#steps = steps;
  }

  /** The calls so far. */
  get requests(): readonly LlmRequest[] {
    return [...this.#requests];
  }

  /** An answer that ends a run. */
  static text(text: string): LlmResponse {
    const content = [{ type: 'text', text }] as const;
    return { message: { role: 'assistant', content }, usage: ONE_TOKEN_EACH, stopReason: 'end_turn' };
  }

  /** An answer that calls tools; the ids are `call-1`, `call-2` and so on unless given. */
  static toolCalls(...calls: readonly ScriptedToolCall[]): LlmResponse {
    const content = calls.map(({ name, input = {}, id }, index) => {
      return { type: 'tool_use', id: id ?? `call-${index + 1}`, name, input } as const;
    });
    return { message: { role: 'assistant', content }, usage: ONE_TOKEN_EACH, stopReason: 'tool_use' };
  }

  async complete(request: LlmRequest): Promise<LlmResponse> {
    const step = this.#steps[this.#requests.length];
    this.#requests.push(request);
    if (step === undefined) {
      throw new Error(`the scripted model was called ${this.#requests.length} times`);
    }
    return await step(request);
  }

  async *completeStreaming(request: LlmRequest): AsyncGenerator<StreamEvent, void, undefined> {
    const response = await this.complete(request);
    const text = messageText(response.message);
    if (text !== '') {
      yield { type: 'text-delta', text };
    }
    yield { type: 'response', response };
  }
}
