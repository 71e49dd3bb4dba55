import { ToolOutput } from '../kinds/tool-output.js';
import { errorText } from '../lifecycle/bounded-message.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { type BoundedOutcome, boundedCall } from './bounded-call.js';
import { DelegatingTool } from './delegating-tool.js';
import type { LoopEnvironment } from './loop-environment.js';
import type { ReadyCall } from './ready-call.js';
import { cancelledCall } from './refused-call.js';
import { refuseCall } from './tool-permission.js';

/** Makes one call: permission, confirmation, then the tool itself within its time. It never throws. */
export async function invokeTool(
  environment: LoopEnvironment,
  call: ReadyCall,
  turn: CapabilityScope<'turn'>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const refusal = await refuseCall(environment, call, signal);
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
  const { name: tool, callId, args } = call;
  const output = outputOf(tool, outcome, timeoutMs ?? 0);
  environment.hooks.observe('post_tool_use', {
    tool,
    callId,
    arguments: args,
    success: output.success,
    content: output.content,
  });
  return output;
}

/**
 * The work is a task of the turn too, so that closing the turn waits for a tool that ignores its signal and
 * reports it, and the run's lease outlives it as far as the close policy allows.
 */
async function execute(
  { workspace, sessionId, runId, limits, delegate }: LoopEnvironment,
  { name, callId, tool, args }: ReadyCall,
  turn: CapabilityScope<'turn'>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const scope = { id: turn.id, registerEffect: turn.registerEffect.bind(turn) };
  const context = Object.freeze({ workspace, sessionId, runId, callId, signal, scope });
  const start = async (): Promise<ToolOutput> =>
    tool instanceof DelegatingTool && delegate !== undefined
      ? tool.delegate(args, {
          signal,
          width: limits.maxParallelTasks,
          run: (task) => delegate(task, { turn, callId, signal }),
        })
      : tool.execute(structuredClone(args), context);
  let work: Promise<ToolOutput> | undefined;
  turn.spawn('tool', async () => {
    work = start();
    await work.catch(() => undefined);
  });
  return copyOf(name, await work);
}

function outputOf(tool: string, outcome: BoundedOutcome<ToolOutput>, timeoutMs: number): ToolOutput {
  switch (outcome.type) {
    case 'done':
      return outcome.value;
    case 'timed-out':
      return ToolOutput.failure(`${tool} did not finish within ${timeoutMs} ms.`, {
        type: 'timeout',
        op: tool,
        durationMs: timeoutMs,
      });
    case 'cancelled':
      return cancelledCall(tool);
    case 'failed': {
      return ToolOutput.failure(`${tool} failed: ${errorText(outcome.error)}`);
    }
  }
}

/** What a tool gave, read once: it may change it later, or give what cannot be read. */
function copyOf(tool: string, given: Partial<ToolOutput> | undefined): ToolOutput {
  const { content, success, trust = 'workspace_data', errorKind, metadata } = given ?? {};
  if (typeof content !== 'string' || typeof success !== 'boolean') {
    const message = `${tool} returned no tool output.`;
    return ToolOutput.failure(message, { type: 'unsupported', message: 'no tool output' });
  }
  return {
    content,
    success,
    trust,
    ...(errorKind === undefined ? {} : { errorKind }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
