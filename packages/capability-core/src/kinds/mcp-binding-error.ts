import { type ErrorFamily, errorFamily, type FamilyError } from '../identity/error-family.js';
import { MCP_DEFINITIONS_BYTES_MAX, MCP_TOOL_NAME_BYTES_MAX, MCP_TOOLS_MAX } from './limits.js';

/** Why a server's tools could not be bound. */
export type McpBindingFault = { readonly serverName: string } & (
  | { readonly code: 'client-disconnected' }
  | { readonly code: 'client-identity-mismatch'; readonly clientServerName: string }
  | { readonly code: 'duplicate-tool'; readonly tool: string }
  | { readonly code: 'invalid-tool-name'; readonly tool: string }
  | { readonly code: 'tool-bound-exceeded'; readonly tools: number }
  | { readonly code: 'definition-bytes-exceeded'; readonly bytes: number }
);

/** A set of MCP tools was refused; nothing of it is published. */
export type McpBindingError = FamilyError<McpBindingFault>;
export const McpBindingError: ErrorFamily<McpBindingFault> = errorFamily('McpBindingError', describe);

function describe(fault: McpBindingFault): string {
  const server = `MCP server "${fault.serverName}"`;
  switch (fault.code) {
    case 'client-disconnected':
      return `The client of ${server} is not connected; start the server again in a new batch.`;
    case 'client-identity-mismatch':
      return `The client belongs to MCP server "${fault.clientServerName}", not to "${fault.serverName}".`;
    case 'duplicate-tool':
      return `${server} offers the tool "${fault.tool}" more than once.`;
    case 'invalid-tool-name':
      return (
        `${server} names a tool ${JSON.stringify(fault.tool.slice(0, 80))}; a name is not empty, ` +
        `has no space or control character, and fits ${MCP_TOOL_NAME_BYTES_MAX} bytes with its prefix.`
      );
    case 'tool-bound-exceeded':
      return `${server} offers ${fault.tools} tools; at most ${MCP_TOOLS_MAX} can be bound.`;
    case 'definition-bytes-exceeded':
      return (
        `The tool definitions of ${server} take ${fault.bytes} bytes; ` +
        `at most ${MCP_DEFINITIONS_BYTES_MAX} can be bound.`
      );
  }
}
