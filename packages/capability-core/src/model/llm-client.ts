import type { LlmResponse } from './llm-response.js';
import type { Message } from './message.js';
import type { ToolDefinition } from './tool-definition.js';

/** One call of a model. */
export interface LlmRequest {
  readonly messages: readonly Message[];
  readonly system?: string;
  readonly tools: readonly ToolDefinition[];
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The run that asks; for logs and rehearsals, never sent to a provider. */
  readonly runId?: string;
}

/** What a streaming call yields: pieces of text, then exactly one `response` with the whole answer. */
export type StreamEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'response'; readonly response: LlmResponse };

/** A model. Both calls reject when the provider fails; a {@link ModelError} says whether trying again helps. */
export interface LlmClient {
  complete(request: LlmRequest): Promise<LlmResponse>;
  completeStreaming(request: LlmRequest): AsyncIterable<StreamEvent>;
}
