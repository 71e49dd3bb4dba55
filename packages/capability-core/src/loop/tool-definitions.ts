import type { Tool } from '../kinds/tool.js';
import type { ToolDefinition } from '../model/tool-definition.js';

/** What the model is told about the tools that it may see. */
export function toolDefinitions(tools: ReadonlyMap<string, Tool>): readonly ToolDefinition[] {
  return [...tools].flatMap(([name, tool]) => definitionOf(name, tool));
}

function definitionOf(name: string, tool: Tool): readonly ToolDefinition[] {
  try {
    const { description, parameters } = tool;
    return (tool.isModelVisible?.() ?? true) ? [{ name, description, parameters }] : [];
  } catch {
    // A tool that cannot say what it is, or whether it may be seen, is not shown.
    return [];
  }
}
