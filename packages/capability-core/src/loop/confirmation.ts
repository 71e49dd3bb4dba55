import type { JsonObject } from '../model/json-value.js';

/** A call that a person has to agree to. */
export interface ConfirmationRequest {
  readonly sessionId: string;
  readonly runId: string;
  /** Begins with the task of an agent that wants to make the call, as in the events of the call. */
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Why a hook wants a person to decide; absent where the permission policy or the tool does. */
  readonly reason?: string;
  /** The agent that wants to make the call; absent when the run itself does. */
  readonly agent?: string;
}

/** What the person said. */
export interface ConfirmationAnswer {
  readonly approved: boolean;
  readonly reason?: string;
}

/** Asks a person. A handler that fails, is too slow or is cancelled counts as a refusal. */
export type ConfirmationHandler = (
  request: ConfirmationRequest,
  options: { readonly signal: AbortSignal },
) => Promise<ConfirmationAnswer>;
