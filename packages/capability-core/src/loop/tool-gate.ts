import type { ToolOutput } from '../kinds/tool-output.js';
import { isJsonObject, type JsonObject } from '../model/json-value.js';
import type { LoopEnvironment } from './loop-environment.js';
import { type ReadyCall, readyCall } from './ready-call.js';
import { cancelledCall, refusedByHook } from './refused-call.js';

/**
 * Has the hooks look at a call that could be made. They may refuse it, let a person decide, or replace its arguments;
 * those have to fit the tool like the model's own, and the permission policy sees them.
 */
export async function gateCall(
  environment: LoopEnvironment,
  call: ReadyCall,
  signal: AbortSignal,
): Promise<ReadyCall | ToolOutput> {
  const { name, callId, args } = call;
  const data = { tool: name, callId, arguments: args };
  const decision = await environment.hooks.gate('pre_tool_use', data, signal);
  switch (decision.type) {
    case 'cancelled':
      return cancelledCall(name);
    case 'refuse':
      return refusedByHook(name, decision);
    case 'escalate': {
      const changed = changedCall(call, decision.change);
      return 'tool' in changed ? { ...changed, escalation: decision.reason } : changed;
    }
    case 'continue':
      return changedCall(call, decision.change);
  }
}

function changedCall(call: ReadyCall, change: JsonObject | null): ReadyCall | ToolOutput {
  const replaced = change?.['arguments'];
  return isJsonObject(replaced) ? readyCall(call, replaced) : call;
}
