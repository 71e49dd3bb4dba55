import type { Tool } from '../kinds/tool.js';
import type { ToolOutput } from '../kinds/tool-output.js';
import type { JsonObject } from '../model/json-value.js';
import { boundedCall } from './bounded-call.js';
import type { ConfirmationAnswer, ConfirmationRequest } from './confirmation.js';
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
  const { name, callId, tool, args, escalation } = call;
  const decision = environment.permissions.decide(name, args);
  if (decision === 'deny') {
    return deniedCall(`The permission policy refuses ${name} with these arguments.`);
  }
  if (decision === 'allow' && escalation === null && !asksForConfirmation(tool, args)) {
    return null;
  }
  const data = { tool: name, callId, arguments: args };
  const hooked = await environment.hooks.gate('permission_request', data, signal);
  if (hooked.type === 'refuse') {
    return refusedByHook(name, hooked);
  }
  return hooked.type === 'cancelled' ? cancelledCall(name) : await askPerson(environment, call, signal);
}

async function askPerson(
  environment: LoopEnvironment,
  { name: tool, callId, args, escalation }: ReadyCall,
  signal: AbortSignal,
): Promise<ToolOutput | null> {
  const { confirm, clock, sessionId, runId, task, hooks } = environment;
  if (confirm === null) {
    return deniedCall(`${tool} needs a person to agree, and nobody can be asked in this session.`);
  }
  const request: ConfirmationRequest = {
    sessionId,
    runId,
    callId,
    tool,
    arguments: args,
    ...(escalation === null ? {} : { reason: escalation }),
    ...(task === null ? {} : { agent: task.agent }),
  };
  const ask = async (inner: AbortSignal): Promise<ConfirmationAnswer> =>
    checkedAnswer(await confirm(request, { signal: inner }));
  const outcome = await boundedCall(ask, { signal, timeoutMs: CONFIRMATION_TIMEOUT_MS, clock });
  if (outcome.type === 'cancelled') {
    return cancelledCall(tool);
  }
  const answer = outcome.type === 'done' ? outcome.value : { approved: false };
  hooks.observe('on_confirmation', { tool, callId, ...answer });
  if (answer.approved) {
    return null;
  }
  if (outcome.type !== 'done') {
    return deniedCall(
      `Nobody agreed to ${tool}: the question ${outcome.type === 'failed' ? 'failed' : 'timed out'}.`,
    );
  }
  const { reason } = outcome.value;
  return deniedCall(`A person refused ${tool}${reason === undefined ? '.' : `: ${reason}`}`);
}

/** The answer comes from outside: only a plain yes is one. */
function checkedAnswer(answer: Partial<ConfirmationAnswer> | null | undefined): ConfirmationAnswer {
  const { approved, reason } = answer ?? {};
  return { approved: approved === true, ...(typeof reason === 'string' ? { reason } : {}) };
}

function asksForConfirmation(tool: Tool, args: JsonObject): boolean {
  try {
    return tool.requiresConfirmation?.(args) ?? false;
  } catch {
    // A tool that cannot say whether it is dangerous is taken to be.
    return true;
  }
}
