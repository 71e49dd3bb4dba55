import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a model did not answer. */
export type ModelFault =
  /** The provider asks to wait, for so long if it says how long. */
  | { readonly code: 'rate-limited'; readonly retryAfterMs: number | null }
  | { readonly code: 'incomplete-stream' }
  | { readonly code: 'invalid-response'; readonly reason: string }
  | { readonly code: 'client-options-invalid'; readonly reason: string }
  | { readonly code: 'provider-unreachable'; readonly reason: string }
  /** The provider said no, with its HTTP status if it gave one. */
  | { readonly code: 'provider-refused'; readonly status: number | null; readonly reason: string }
  | { readonly code: 'provider-silent'; readonly timeoutMs: number }
  | { readonly code: 'provider-answer-invalid'; readonly reason: string }
  | { readonly code: 'provider-answer-too-large'; readonly limitBytes: number }
  | { readonly code: 'tool-run-by-provider'; readonly tool: string }
  | { readonly code: 'rehearsal-script-invalid'; readonly reason: string }
  | { readonly code: 'rehearsal-exhausted'; readonly turns: number };

/** A model did not answer. Clients may throw anything; a `rate-limited` call is tried again. */
export type ModelError = FamilyError<ModelFault>;
export const ModelError: ErrorFamily<ModelFault> = errorFamily('ModelError', describe);

function describe(fault: ModelFault): string {
  switch (fault.code) {
    case 'rate-limited':
      return fault.retryAfterMs === null
        ? 'The model provider limits the rate of calls; try again later.'
        : `The model provider limits the rate of calls; try again in ${fault.retryAfterMs} ms.`;
    case 'incomplete-stream':
      return 'The model stopped streaming before its answer was complete; send the prompt again.';
    case 'invalid-response':
      return `The model's client gave an answer that has not the form of one; correct the client. ${fault.reason}`;
    case 'client-options-invalid':
      return `The client of a model cannot be made of these options. ${fault.reason}`;
    case 'provider-unreachable':
      return `The model provider cannot be reached; check its address and the network. ${fault.reason}`;
    case 'provider-refused':
      return (
        `The model provider refused the call${fault.status === null ? '' : ` with status ${fault.status}`}; ` +
        `correct what it names, or try again. ${fault.reason}`
      );
    case 'provider-silent':
      return `The model provider sent nothing for ${fault.timeoutMs} ms; send the prompt again.`;
    case 'provider-answer-invalid':
      return `The model provider sent what is no answer of its protocol; check its address. ${fault.reason}`;
    case 'provider-answer-too-large':
      return `The model provider's answer is over ${fault.limitBytes} bytes; ask for a shorter one.`;
    case 'tool-run-by-provider':
      return (
        `The model provider wants to run the tool ${JSON.stringify(fault.tool)} itself, past the session's ` +
        'permissions; turn its own tools off.'
      );
    case 'rehearsal-script-invalid':
      return `The rehearsal script cannot be read. ${fault.reason}`;
    case 'rehearsal-exhausted':
      return (
        `The rehearsal script ends after ${fault.turns} turns, but the run asks for one more; ` +
        'let its last turn call no tool.'
      );
  }
}
