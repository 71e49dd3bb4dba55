import type { Tool } from '../kinds/tool.js';
import type { ToolDefinition } from '../model/tool-definition.js';

/** What the model is told about the tools that it may see. */
export function toolDefinitions(tools: ReadonlyMap<string, Tool>): readonly ToolDefinition[] {
  return [...tools.values()]
    .filter((tool) => tool.isModelVisible?.() ?? true)
    .map(({ name, description, parameters }) => ({ name, description, parameters }));
}
