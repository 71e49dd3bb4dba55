export type { StdioServerConfig } from '../registry/stdio-server-config.js';
export { DEFAULT_MCP_LIMITS, type McpLimits } from './limits.js';
export { McpAdapter, type McpAdapterOptions } from './mcp-adapter.js';
export { type McpAdapterFactoryOptions, mcpAdapterFactory } from './mcp-adapter-factory.js';
export type { McpClientInfo } from './mcp-connection.js';
export { McpError, type McpErrorCode, type McpErrorDetails } from './mcp-error.js';
export type { McpObserver, McpProcessEnd, McpProcessRecord, McpServerExit } from './mcp-observer.js';
export { endRecordedProcessGroup, type RecordedGroupOutcome } from './recorded-process-group.js';
export { inheritedEnvironment, type McpEnvironment } from './server-environment.js';
