import { mayRunInParallel } from '../kinds/tool-capabilities.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { sideBySide } from '../lifecycle/side-by-side.js';
import type { ToolResultBlock, ToolUseBlock } from '../model/content-block.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { cutText } from './cut-text.js';
import { TOOL_CALLS_PER_TURN_MAX } from './limits.js';
import type { LoopEnvironment } from './loop-environment.js';
import { callIdOf, type ReadyCall, readCall } from './ready-call.js';
import { gateCall } from './tool-gate.js';
import { invokeTool } from './tool-invocation.js';

type Entry = { readonly block: ToolUseBlock; readonly read: ReadyCall | ToolOutput };

/**
 * Makes all calls of one answer, side by side if each of them allows it, else one after another. The results
 * stand in the order of the calls.
 */
export async function runToolRound(
  environment: LoopEnvironment,
  blocks: readonly ToolUseBlock[],
  turn: CapabilityScope<'turn'>,
  signal: AbortSignal,
): Promise<readonly ToolResultBlock[]> {
  const ids = new Set<string>();
  const read = blocks.map((block, index): Entry => {
    const entry = { block, read: refusalOf(block, index, ids) ?? readCall(environment, block) };
    ids.add(block.id);
    return entry;
  });
  const entries = await Promise.all(read.map((entry) => gateEntry(environment, entry, signal)));
  return sideBySide(entries, widthOf(environment, entries), (entry) =>
    runEntry(environment, entry, turn, signal),
  );
}

/** Hooks see all calls before the first is made: what they put in place of arguments decides what may run side by side. */
async function gateEntry(
  environment: LoopEnvironment,
  { block, read }: Entry,
  signal: AbortSignal,
): Promise<Entry> {
  return { block, read: 'tool' in read ? await gateCall(environment, read, signal) : read };
}

function widthOf({ limits }: LoopEnvironment, entries: readonly Entry[]): number {
  const ready = entries.flatMap(({ read }) => ('tool' in read ? [read.capabilities] : []));
  return ready.every(mayRunInParallel)
    ? Math.min(limits.maxParallelTasks, entries.length, ...ready.map((promise) => promise.maxParallelism))
    : 1;
}

async function runEntry(
  environment: LoopEnvironment,
  { block, read }: Entry,
  turn: CapabilityScope<'turn'>,
  signal: AbortSignal,
): Promise<ToolResultBlock> {
  const { clock, observer, limits } = environment;
  if (signal.aborted) {
    return { type: 'tool_result', toolUseId: block.id, content: 'The call was not made.', isError: true };
  }
  const asked = 'tool' in read ? read.args : (block.invalidJson ?? block.input);
  const call = { callId: callIdOf(environment, block), tool: block.name, arguments: asked };
  observer.toolStarted(call);
  const startedAt = clock.now();
  const output = 'tool' in read ? await invokeTool(environment, read, turn, signal) : read;
  observer.toolFinished(call, output, clock.now() - startedAt);
  return {
    type: 'tool_result',
    toolUseId: block.id,
    content: cutText(output.content, limits.toolResultBytes),
    ...(output.success ? {} : { isError: true }),
    ...(output.trust === 'trusted' || output.trust === 'external' ? { trust: output.trust } : {}),
  };
}

/** A call that its answer cannot hold. Of two calls of one id, nobody could say which a result belongs to. */
function refusalOf({ id }: ToolUseBlock, index: number, ids: ReadonlySet<string>): ToolOutput | null {
  if (index >= TOOL_CALLS_PER_TURN_MAX) {
    return refused(`One answer may call at most ${TOOL_CALLS_PER_TURN_MAX} tools; this call was not made.`);
  }
  return ids.has(id) ? refused('Another call of this answer has the same id; this call was not made.') : null;
}

function refused(message: string): ToolOutput {
  return ToolOutput.failure(message, { type: 'unsupported', message });
}
