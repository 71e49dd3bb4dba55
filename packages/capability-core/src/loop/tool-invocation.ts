import type { Tool } from '../kinds/tool.js';
import { CONSERVATIVE_TOOL_CAPABILITIES, type ToolCapabilities } from '../kinds/tool-capabilities.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { errorText } from '../lifecycle/bounded-message.js';
import type { ToolUseBlock } from '../model/content-block.js';
import { isJsonObject, type JsonObject } from '../model/json-value.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { checkArguments } from './argument-check.js';
import { type BoundedOutcome, boundedCall } from './bounded-call.js';
import { DelegatingTool } from './delegating-tool.js';
import { CONFIRMATION_TIMEOUT_MS } from './limits.js';
import type { LoopEnvironment } from './loop-environment.js';

/** A call that can be made: the tool exists and its arguments fit. */
export interface ReadyCall {
  readonly block: ToolUseBlock;
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly capabilities: ToolCapabilities;
}

/** Looks at a call before anything runs; nonsense becomes a failed output for the model to read. */
export function readCall(environment: LoopEnvironment, block: ToolUseBlock): ReadyCall | ToolOutput {
  const tool = environment.tools.get(block.name);
  if (tool === undefined) {
    const message = `There is no tool named ${JSON.stringify(block.name)}.`;
    return ToolOutput.failure(message, { type: 'unsupported', message });
  }
  if (block.invalidJson !== undefined) {
    return invalid('The arguments are not valid JSON, or are nested too deep.');
  }
  const args = block.input;
  if (!isJsonObject(args)) {
    return invalid('The arguments have to be a JSON object.');
  }
  const problem = checkArguments(tool.parameters, args);
  return problem === null
    ? { block, tool, args, capabilities: promises(tool, args) }
    : invalid(`The arguments of ${block.name} were refused: ${problem}.`);
}

/** Makes one call: permission, confirmation, then the tool itself within its time. It never throws. */
export async function invokeTool(
  environment: LoopEnvironment,
  call: ReadyCall,
  turn: CapabilityScope<'turn'>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const refusal = await refuse(environment, call, signal);
  if (refusal !== null) {
    return refusal;
  }
  const { clock, limits } = environment;
  // Agents take longer than tools do; each of them has a time of its own.
  const timeoutMs = call.tool instanceof DelegatingTool ? null : limits.toolTimeoutMs;
  const outcome = await boundedCall((inner) => execute(environment, call, turn, inner), {
    signal,
    timeoutMs,
    clock,
  });
  return outputOf(call.tool.name, outcome, timeoutMs ?? 0);
}

async function refuse(
  environment: LoopEnvironment,
  { tool, args, block }: ReadyCall,
  signal: AbortSignal,
): Promise<ToolOutput | null> {
  const { permissions, confirm, clock, sessionId, runId } = environment;
  const decision = permissions.decide(tool.name, args);
  if (decision === 'deny') {
    return denied(`The permission policy refuses ${tool.name} with these arguments.`);
  }
  if (decision === 'allow' && !asksForConfirmation(tool, args)) {
    return null;
  }
  if (confirm === null) {
    return denied(`${tool.name} needs a person to agree, and nobody can be asked in this session.`);
  }
  const request = { sessionId, runId, callId: block.id, tool: tool.name, arguments: args };
  const outcome = await boundedCall((inner) => confirm(request, { signal: inner }), {
    signal,
    timeoutMs: CONFIRMATION_TIMEOUT_MS,
    clock,
  });
  if (outcome.type === 'cancelled') {
    return cancelled(tool.name);
  }
  if (outcome.type !== 'done') {
    return denied(
      `Nobody agreed to ${tool.name}: the question ${outcome.type === 'failed' ? 'failed' : 'timed out'}.`,
    );
  }
  // The answer comes from outside: only a plain yes is one.
  if (outcome.value?.approved === true) {
    return null;
  }
  const reason = outcome.value?.reason;
  return denied(`A person refused ${tool.name}${reason === undefined ? '.' : `: ${reason}`}`);
}

/**
 * The work is a task of the turn too, so that closing the turn waits for a tool that ignores its signal and
 * reports it, and the run's lease outlives it as far as the close policy allows.
 */
async function execute(
  { workspace, sessionId, runId, limits, delegate }: LoopEnvironment,
  { tool, args, block }: ReadyCall,
  turn: CapabilityScope<'turn'>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const scope = { id: turn.id, registerEffect: turn.registerEffect.bind(turn) };
  const context = Object.freeze({ workspace, sessionId, runId, callId: block.id, signal, scope });
  const start = async (): Promise<ToolOutput> =>
    tool instanceof DelegatingTool && delegate !== undefined
      ? tool.delegate(args, {
          signal,
          width: limits.maxParallelTasks,
          run: (task) => delegate(task, { turn, callId: block.id, signal }),
        })
      : tool.execute(args, context);
  let work: Promise<ToolOutput> | undefined;
  turn.spawn('tool', async () => {
    work = start();
    await work.catch(() => undefined);
  });
  return work as Promise<ToolOutput>;
}

function outputOf(tool: string, outcome: BoundedOutcome<ToolOutput>, timeoutMs: number): ToolOutput {
  switch (outcome.type) {
    case 'done':
      return isToolOutput(outcome.value)
        ? outcome.value
        : ToolOutput.failure(`${tool} returned no tool output.`, {
            type: 'unsupported',
            message: 'no tool output',
          });
    case 'timed-out':
      return ToolOutput.failure(`${tool} did not finish within ${timeoutMs} ms.`, {
        type: 'timeout',
        op: tool,
        durationMs: timeoutMs,
      });
    case 'cancelled':
      return cancelled(tool);
    case 'failed': {
      return ToolOutput.failure(`${tool} failed: ${errorText(outcome.error)}`);
    }
  }
}

function isToolOutput(value: ToolOutput | undefined | null): value is ToolOutput {
  return typeof value?.content === 'string' && typeof value.success === 'boolean';
}

function promises(tool: Tool, args: JsonObject): ToolCapabilities {
  try {
    return tool.capabilities?.(args) ?? CONSERVATIVE_TOOL_CAPABILITIES;
  } catch {
    // A tool that cannot say what it promises promises nothing.
    return CONSERVATIVE_TOOL_CAPABILITIES;
  }
}

function asksForConfirmation(tool: Tool, args: JsonObject): boolean {
  try {
    return tool.requiresConfirmation?.(args) ?? false;
  } catch {
    // A tool that cannot say whether it is dangerous is taken to be.
    return true;
  }
}

function invalid(message: string): ToolOutput {
  return ToolOutput.failure(message, { type: 'invalid_argument', message });
}

function denied(reason: string): ToolOutput {
  return ToolOutput.failure(reason, { type: 'hook_denied', reason, retryable: false });
}

function cancelled(tool: string): ToolOutput {
  return ToolOutput.failure(`${tool} was cancelled.`, { type: 'cancelled', op: tool });
}
