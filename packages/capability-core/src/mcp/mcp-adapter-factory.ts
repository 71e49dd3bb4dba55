import type { PackagedServerStart } from '../registry/package-adapters.js';
import { McpAdapter, type McpAdapterOptions } from './mcp-adapter.js';

/** What all servers of a host's packages have in common. */
export type McpAdapterFactoryOptions = Omit<McpAdapterOptions, 'config'>;

/**
 * The factory that `snapshotPackages` takes for MCP servers. It adds `CLAUDE_PLUGIN_ROOT` to the variables.
 *
 * @example
 * const mcp = mcpAdapterFactory({ environment: { variables, inherited: inheritedEnvironment(process.env), cwd } });
 * const snapshot = snapshotPackages(folders, { generation: 1, adapters: { mcp } });
 */
export function mcpAdapterFactory(
  options: McpAdapterFactoryOptions,
): (start: PackagedServerStart) => McpAdapter {
  return ({ config, packageRoot }) => {
    const variables = { ...options.environment.variables, CLAUDE_PLUGIN_ROOT: packageRoot };
    return new McpAdapter({ ...options, config, environment: { ...options.environment, variables } });
  };
}
