import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a model did not answer. */
export type ModelFault =
  /** The provider asks to wait, for so long if it says how long. */
  | { readonly code: 'rate-limited'; readonly retryAfterMs: number | null }
  | { readonly code: 'incomplete-stream' }
  | { readonly code: 'invalid-response'; readonly reason: string }
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
    case 'rehearsal-script-invalid':
      return `The rehearsal script cannot be read. ${fault.reason}`;
    case 'rehearsal-exhausted':
      return (
        `The rehearsal script ends after ${fault.turns} turns, but the run asks for one more; ` +
        'let its last turn call no tool.'
      );
  }
}
