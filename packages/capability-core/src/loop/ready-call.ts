import type { Tool } from '../kinds/tool.js';
import { CONSERVATIVE_TOOL_CAPABILITIES, type ToolCapabilities } from '../kinds/tool-capabilities.js';
import { ToolOutput } from '../kinds/tool-output.js';
import type { ToolUseBlock } from '../model/content-block.js';
import { isJsonObject, type JsonObject } from '../model/json-value.js';
import { checkArguments } from './argument-check.js';
import type { LoopEnvironment } from './loop-environment.js';
import { invalidCall } from './refused-call.js';

/** A call that can be made: the tool exists and its arguments fit. */
export interface ReadyCall {
  readonly block: ToolUseBlock;
  readonly tool: Tool;
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
    ? readyCall(block, tool, args)
    : invalidCall('The arguments have to be a JSON object.');
}

/** The call with these arguments, or what is wrong with them. */
export function readyCall(block: ToolUseBlock, tool: Tool, args: JsonObject): ReadyCall | ToolOutput {
  const problem = checkArguments(tool.parameters, args);
  return problem === null
    ? { block, tool, args, capabilities: promises(tool, args), escalation: null }
    : invalidCall(`The arguments of ${block.name} were refused: ${problem}.`);
}

function promises(tool: Tool, args: JsonObject): ToolCapabilities {
  try {
    return tool.capabilities?.(args) ?? CONSERVATIVE_TOOL_CAPABILITIES;
  } catch {
    // A tool that cannot say what it promises promises nothing.
    return CONSERVATIVE_TOOL_CAPABILITIES;
  }
}
