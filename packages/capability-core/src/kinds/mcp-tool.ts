import type { JsonObject } from '../model/json-value.js';
import type { McpBinding, McpToolDefinition } from './mcp-binding.js';
import type { Tool } from './tool.js';
import type { ToolContext } from './tool-context.js';
import { ToolOutput } from './tool-output.js';

/** Makes a tool of each tool of a server; each calls the server's own name on the binding's exact client. */
export function mcpTools(binding: McpBinding): readonly Tool[] {
  return binding.tools.map((definition) => new McpTool(binding, definition));
}

class McpTool implements Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly #binding: McpBinding;
  readonly #rawName: string;

  constructor(binding: McpBinding, definition: McpToolDefinition) {
    this.name = binding.wrapperName(definition.name);
    this.description = definition.description ?? '';
    this.parameters = definition.inputSchema;
    this.#binding = binding;
    this.#rawName = definition.name;
  }

  async execute(args: JsonObject, { signal }: ToolContext): Promise<ToolOutput> {
    const result = await this.#binding.client.callTool(this.#rawName, args, { signal });
    const output = result.isError
      ? ToolOutput.failure(result.content, undefined, 'external')
      : ToolOutput.success(result.content, 'external');
    return result.structured === undefined ? output : { ...output, metadata: result.structured };
  }
}
