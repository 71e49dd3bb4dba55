import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';

/** Why a run ended without an answer. */
export type AgentLoopFault =
  | { readonly code: 'cancelled' }
  | { readonly code: 'model-failed'; readonly reason: string }
  | { readonly code: 'model-call-timeout'; readonly timeoutMs: number }
  | { readonly code: 'run-timeout'; readonly timeoutMs: number }
  | { readonly code: 'round-limit'; readonly maxToolRounds: number }
  /** `retryAfterMs` is when it may be sent again, where a hook says so. */
  | { readonly code: 'prompt-refused'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly code: 'context-failed'; readonly provider: string; readonly reason: string }
  | { readonly code: 'model-unavailable'; readonly model: string; readonly reason: string }
  | { readonly code: 'command-failed'; readonly command: string; readonly reason: string }
  | { readonly code: 'command-timeout'; readonly command: string; readonly timeoutMs: number };

/** The agent loop gave up; what it had done until then can still be read from it. */
export type AgentLoopError = FamilyError<AgentLoopFault>;
export const AgentLoopError: ErrorFamily<AgentLoopFault> = errorFamily('AgentLoopError', describe);

function describe(fault: AgentLoopFault): string {
  switch (fault.code) {
    case 'cancelled':
      return 'The run was cancelled.';
    case 'model-failed':
      return `The model call failed: ${fault.reason}`;
    case 'model-call-timeout':
      return `The model did not answer within ${fault.timeoutMs} ms; allow a longer call or ask for less.`;
    case 'run-timeout':
      return `The run did not finish within ${fault.timeoutMs} ms; allow a longer run or ask for less.`;
    case 'round-limit':
      return (
        `The model still wants to call tools after ${fault.maxToolRounds} rounds; ` +
        'raise the limit or ask for less.'
      );
    case 'prompt-refused':
      return fault.retryAfterMs === null
        ? `The prompt was refused: ${fault.reason}`
        : `The prompt was refused; it may be sent again in ${fault.retryAfterMs} ms: ${fault.reason}`;
    case 'context-failed':
      return `The context provider "${fault.provider}" gave nothing, and no run goes on without it: ${fault.reason}`;
    case 'model-unavailable':
      return `The model ${JSON.stringify(fault.model)} cannot be used: ${fault.reason}`;
    case 'command-failed':
      return `The command /${fault.command} failed: ${fault.reason}`;
    case 'command-timeout':
      return `The command /${fault.command} did not finish within ${fault.timeoutMs} ms and was given up.`;
  }
}
