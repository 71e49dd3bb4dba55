import { deepFreeze } from '../lifecycle/deep-freeze.js';
import type { JsonObject } from '../model/json-value.js';
import { MCP_DEFINITIONS_BYTES_MAX, MCP_TOOL_NAME_BYTES_MAX, MCP_TOOLS_MAX } from './limits.js';
import { McpBindingError } from './mcp-binding-error.js';
import type { McpClient } from './mcp-client.js';

/** One tool as its server describes it. */
export interface McpToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
}

const INVALID_TOOL_NAME = /[\s\p{Cc}]/u;
const utf8 = new TextEncoder();

/** One initialised client with the tools it had when it was bound; later changes of the server do not show. */
export class McpBinding {
  readonly serverName: string;
  readonly client: McpClient;
  /** Deeply frozen copies, sorted by name. */
  readonly tools: readonly McpToolDefinition[];

  /**
   * @throws {McpBindingError} `client-disconnected`, `client-identity-mismatch`, `tool-bound-exceeded`,
   * `invalid-tool-name`, `duplicate-tool` or `definition-bytes-exceeded`
   */
  constructor(serverName: string, client: McpClient, tools: readonly McpToolDefinition[]) {
    assertScope(serverName, client);
    if (tools.length > MCP_TOOLS_MAX) {
      throw new McpBindingError({ code: 'tool-bound-exceeded', serverName, tools: tools.length });
    }
    this.serverName = serverName;
    this.client = client;
    this.tools = Object.freeze(tools.map(freezeDefinition).sort(byName));
    this.#assertNames();
    this.#assertBytes();
    Object.freeze(this);
  }

  /** The name that a model knows a tool of this server by. */
  wrapperName(tool: string): string {
    return `mcp__${this.serverName}__${tool}`;
  }

  /**
   * Checks again that the client can serve a run.
   *
   * @throws {McpBindingError} `client-disconnected` or `client-identity-mismatch`
   */
  assertUsable(): void {
    assertScope(this.serverName, this.client);
  }

  #assertNames(): void {
    const { serverName } = this;
    let previous: string | null = null;
    for (const { name: tool } of this.tools) {
      if (tool === '' || INVALID_TOOL_NAME.test(tool) || this.#wrapperBytes(tool) > MCP_TOOL_NAME_BYTES_MAX) {
        throw new McpBindingError({ code: 'invalid-tool-name', serverName, tool });
      }
      if (tool === previous) {
        throw new McpBindingError({ code: 'duplicate-tool', serverName, tool });
      }
      previous = tool;
    }
  }

  #wrapperBytes(tool: string): number {
    return utf8.encode(this.wrapperName(tool)).byteLength;
  }

  #assertBytes(): void {
    const bytes = utf8.encode(JSON.stringify(this.tools)).byteLength;
    if (bytes > MCP_DEFINITIONS_BYTES_MAX) {
      throw new McpBindingError({ code: 'definition-bytes-exceeded', serverName: this.serverName, bytes });
    }
  }
}

function assertScope(serverName: string, client: McpClient): void {
  if (!client.connected) {
    throw new McpBindingError({ code: 'client-disconnected', serverName });
  }
  if (client.serverName !== serverName) {
    const clientServerName = client.serverName;
    throw new McpBindingError({ code: 'client-identity-mismatch', serverName, clientServerName });
  }
}

function freezeDefinition(tool: McpToolDefinition): McpToolDefinition {
  const { name, description, inputSchema } = structuredClone(tool);
  return deepFreeze({ name, ...(description === undefined ? {} : { description }), inputSchema });
}

function byName(a: McpToolDefinition, b: McpToolDefinition): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
