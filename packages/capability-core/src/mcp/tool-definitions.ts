import type { Tool } from '@modelcontextprotocol/client';
import type { McpToolDefinition } from '../kinds/mcp-binding.js';
import type { JsonObject } from '../model/json-value.js';
import { McpError } from './mcp-error.js';

/** Names that every model provider accepts, dots apart. */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Longest tool name that model providers accept, the `mcp__server__` prefix included. */
const MAX_WRAPPER_NAME_CHARS = 64;

/**
 * The server's tools as a binding holds them. A server that names its tools badly is refused as a whole: to leave
 * one out silently would change what a run can do.
 *
 * @throws {McpError} `invalid-tools`
 */
export function toolDefinitions(server: string, tools: readonly Tool[]): readonly McpToolDefinition[] {
  const seen = new Set<string>();
  return tools.map((tool) => {
    const reason = nameProblem(server, tool.name, seen);
    if (reason !== null) {
      throw new McpError('invalid-tools', `the tool ${JSON.stringify(tool.name.slice(0, 160))} ${reason}.`, {
        server,
        tool: tool.name,
      });
    }
    seen.add(tool.name);
    const { name, description } = tool;
    const inputSchema: JsonObject = JSON.parse(JSON.stringify(tool.inputSchema));
    return { name, inputSchema, ...(description === undefined ? {} : { description }) };
  });
}

function nameProblem(server: string, tool: string, seen: ReadonlySet<string>): string | null {
  if (!TOOL_NAME.test(tool)) return 'has a name that is not 1 to 128 of A-Z a-z 0-9 _ . -';
  if (seen.has(tool)) return 'is offered more than once';
  const wrapper = `mcp__${server}__${tool}`;
  if (wrapper.length > MAX_WRAPPER_NAME_CHARS) {
    return `would be called ${wrapper}, which is longer than ${MAX_WRAPPER_NAME_CHARS} characters`;
  }
  return null;
}
