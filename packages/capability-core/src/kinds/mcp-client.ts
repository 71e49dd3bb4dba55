import type { JsonObject, JsonValue } from '../model/json-value.js';

/** What an MCP server answered to one tool call. */
export interface McpCallResult {
  /** The text parts, joined by newlines. */
  readonly content: string;
  readonly isError: boolean;
  readonly structured?: JsonValue;
}

/** One initialised connection to one MCP server. */
export interface McpClient {
  readonly serverName: string;
  /** Whether the server still answers. */
  readonly connected: boolean;

  /** Calls a tool by the server's own name for it. Rejects when the server is gone or `signal` aborts. */
  callTool(name: string, args: JsonObject, options: { readonly signal: AbortSignal }): Promise<McpCallResult>;
}
