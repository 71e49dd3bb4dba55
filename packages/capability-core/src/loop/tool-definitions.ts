import type { Tool } from '../kinds/tool.js';
import type { ToolDefinition } from '../model/tool-definition.js';

/** What the model is told about the tools that it may see. */
export function toolDefinitions(tools: ReadonlyMap<string, Tool>): readonly ToolDefinition[] {
  return [...tools]
    .filter(([_name, tool]) => isVisible(tool))
    .map(([name, { description, parameters }]) => ({ name, description, parameters }));
}

function isVisible(tool: Tool): boolean {
  try {
    return tool.isModelVisible?.() ?? true;
  } catch {
    // A tool that cannot say whether it may be seen is not shown.
    return false;
  }
}
