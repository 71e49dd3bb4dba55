import { ToolOutput } from '../kinds/tool-output.js';
import type { HookDecision } from './hook-gate.js';

/** A call that does not fit its tool. */
export function invalidCall(message: string): ToolOutput {
  return ToolOutput.failure(message, { type: 'invalid_argument', message });
}

/** A call that was refused, whoever refused it. */
export function deniedCall(reason: string): ToolOutput {
  return ToolOutput.failure(reason, { type: 'hook_denied', reason, retryable: false });
}

/** A call that was given up with its run. */
export function cancelledCall(tool: string): ToolOutput {
  return ToolOutput.failure(`${tool} was cancelled.`, { type: 'cancelled', op: tool });
}

/** A call that a hook does not let go on. */
export function refusedByHook(
  tool: string,
  { reason, retryAfterMs }: Extract<HookDecision, { readonly type: 'refuse' }>,
): ToolOutput {
  if (retryAfterMs === null) {
    return deniedCall(`${tool} was not called: ${reason}`);
  }
  const message = `${tool} was not called; it may be called again in ${retryAfterMs} ms: ${reason}`;
  return ToolOutput.failure(message, { type: 'hook_denied', reason, retryable: true, retryAfterMs });
}
