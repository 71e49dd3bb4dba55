import type { Tool } from '../kinds/tool.js';
import { CONSERVATIVE_TOOL_CAPABILITIES, type ToolCapabilities } from '../kinds/tool-capabilities.js';
import { ToolOutput } from '../kinds/tool-output.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import type { ToolUseBlock } from '../model/content-block.js';
import { isJsonObject, type JsonObject } from '../model/json-value.js';
import { checkArguments } from './argument-check.js';
import type { LoopEnvironment } from './loop-environment.js';
import { NamingTool } from './naming-tool.js';
import { invalidCall } from './refused-call.js';

/** A call that can be made: the tool exists and its arguments fit. */
export interface ReadyCall {
  /** What the tool goes by in the run. Its own name is its maker's, who may change it at any time. */
  readonly name: string;
  readonly callId: string;
  readonly tool: Tool;
  /** Frozen: what was decided about is what is called. */
  readonly args: JsonObject;
  readonly capabilities: ToolCapabilities;
  /** Why a hook wants a person to decide. */
  readonly escalation: string | null;
}

/** Looks at a call before anything runs; nonsense becomes a failed output for the model to read. */
export function readCall(environment: LoopEnvironment, block: ToolUseBlock): ReadyCall | ToolOutput {
  const tool = environment.tools.get(block.name);
  if (tool === undefined) {
    const message = `There is no tool named ${JSON.stringify(block.name)}.`;
    return ToolOutput.failure(message, { type: 'unsupported', message });
  }
  if (block.invalidJson !== undefined) {
    return invalidCall('The arguments are not valid JSON, or are nested too deep.');
  }
  const args = block.input;
  return isJsonObject(args)
    ? readyCall({ name: block.name, callId: callIdOf(environment, block), tool }, args)
    : invalidCall('The arguments have to be a JSON object.');
}

/** The call with these arguments, or what is wrong with them. */
export function readyCall(
  { name, callId, tool }: Pick<ReadyCall, 'name' | 'callId' | 'tool'>,
  given: JsonObject,
): ReadyCall | ToolOutput {
  const problem = checkArguments(tool.parameters, given);
  if (problem !== null) {
    return invalidCall(`The arguments of ${name} were refused: ${problem}.`);
  }
  const args = deepFreeze(structuredClone(tool instanceof NamingTool ? tool.withOwnNames(given) : given));
  return { name, callId, tool, args, capabilities: promises(tool, args), escalation: null };
}

/** An agent's model may begin anew with the ids that the run's model has used; so its task stands before them. */
export function callIdOf({ task }: LoopEnvironment, { id }: ToolUseBlock): string {
  return task === null ? id : `${task.taskId}/${id}`;
}

function promises(tool: Tool, args: JsonObject): ToolCapabilities {
  try {
    return tool.capabilities?.(args) ?? CONSERVATIVE_TOOL_CAPABILITIES;
  } catch {
    // A tool that cannot say what it promises promises nothing.
    return CONSERVATIVE_TOOL_CAPABILITIES;
  }
}
