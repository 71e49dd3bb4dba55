import type { ToolOutput } from '../kinds/tool-output.js';
import { isJsonObject } from '../model/json-value.js';
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
  const { block, tool, args } = call;
  const data = { tool: tool.name, callId: block.id, arguments: args };
  const decision = await environment.hooks.gate('pre_tool_use', data, signal);
  switch (decision.type) {
    case 'cancelled':
      return cancelledCall(tool.name);
    case 'refuse':
      return refusedByHook(tool.name, decision);
    case 'escalate':
      return { ...call, escalation: decision.reason };
    case 'continue': {
      const replaced = decision.change?.['arguments'];
      return isJsonObject(replaced) ? readyCall(block, tool, replaced) : call;
    }
  }
}
