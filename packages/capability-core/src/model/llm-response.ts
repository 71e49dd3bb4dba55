import type { Message } from './message.js';
import type { TokenUsage } from './token-usage.js';

/** What a model answered to one call. */
export interface LlmResponse {
  readonly message: Message;
  readonly usage: TokenUsage;
  readonly stopReason?: string;
  readonly meta?: LlmResponseMeta;
}

/** Where an answer came from and how long it took. */
export interface LlmResponseMeta {
  readonly provider?: string;
  readonly requestModel?: string;
  readonly requestUrl?: string;
  readonly responseId?: string;
  readonly responseModel?: string;
  readonly responseObject?: string;
  readonly firstTokenMs?: number;
  readonly durationMs?: number;
  /** What the client or its provider could not do as it was asked. */
  readonly warnings?: readonly string[];
}
