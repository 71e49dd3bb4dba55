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
  const output = outputOf(call.tool.name, outcome, timeoutMs ?? 0);
  environment.hooks.observe('post_tool_use', {
    tool: call.tool.name,
    callId: call.block.id,
    arguments: call.args,
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
      return cancelledCall(tool);
    case 'failed': {
      return ToolOutput.failure(`${tool} failed: ${errorText(outcome.error)}`);
    }
  }
}

function isToolOutput(value: ToolOutput | undefined | null): value is ToolOutput {
  return typeof value?.content === 'string' && typeof value.success === 'boolean';
}
