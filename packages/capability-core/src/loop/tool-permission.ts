import type { Tool } from '../kinds/tool.js';
import type { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';
import { boundedCall } from './bounded-call.js';
import { CONFIRMATION_TIMEOUT_MS } from './limits.js';
import type { LoopEnvironment } from './loop-environment.js';
import type { ReadyCall } from './ready-call.js';
import { cancelledCall, deniedCall, refusedByHook } from './refused-call.js';

/**
 * Asks who has a say in a call: the policy, the hooks where a person has to be asked, then that person.
 *
 * @returns why the call is not made, or `null`
 */
export async function refuseCall(
  environment: LoopEnvironment,
  call: ReadyCall,
  signal: AbortSignal,
): Promise<ToolOutput | null> {
  const { tool, args, block, escalation } = call;
  const decision = environment.permissions.decide(tool.name, args);
  if (decision === 'deny') {
    return deniedCall(`The permission policy refuses ${tool.name} with these arguments.`);
  }
  if (decision === 'allow' && escalation === null && !asksForConfirmation(tool, args)) {
    return null;
  }
  const data = { tool: tool.name, callId: block.id, arguments: args };
  const hooked = await environment.hooks.gate('permission_request', data, signal);
  if (hooked.type === 'refuse') {
    return refusedByHook(tool.name, hooked);
  }
  return hooked.type === 'cancelled' ? cancelledCall(tool.name) : await askPerson(environment, call, signal);
}

async function askPerson(
  environment: LoopEnvironment,
  { tool, args, block, escalation }: ReadyCall,
  signal: AbortSignal,
): Promise<ToolOutput | null> {
  const { confirm, clock, sessionId, runId, hooks } = environment;
  if (confirm === null) {
    return deniedCall(`${tool.name} needs a person to agree, and nobody can be asked in this session.`);
  }
  const reason = escalation === null ? {} : { reason: escalation };
  const request = { sessionId, runId, callId: block.id, tool: tool.name, arguments: args, ...reason };
  const outcome = await boundedCall((inner) => confirm(request, { signal: inner }), {
    signal,
    timeoutMs: CONFIRMATION_TIMEOUT_MS,
    clock,
  });
  if (outcome.type === 'cancelled') {
    return cancelledCall(tool.name);
  }
  // The answer comes from outside: only a plain yes is one.
  const approved = outcome.type === 'done' && outcome.value?.approved === true;
  const said = outcome.type === 'done' ? outcome.value?.reason : undefined;
  hooks.observe('on_confirmation', {
    tool: tool.name,
    callId: block.id,
    approved,
    ...(typeof said === 'string' ? { reason: said } : {}),
  });
  if (approved) {
    return null;
  }
  if (outcome.type !== 'done') {
    return deniedCall(
      `Nobody agreed to ${tool.name}: the question ${outcome.type === 'failed' ? 'failed' : 'timed out'}.`,
    );
  }
  return deniedCall(`A person refused ${tool.name}${said === undefined ? '.' : `: ${said}`}`);
}

function asksForConfirmation(tool: Tool, args: JsonObject): boolean {
  try {
    return tool.requiresConfirmation?.(args) ?? false;
  } catch {
    // A tool that cannot say whether it is dangerous is taken to be.
    return true;
  }
}
