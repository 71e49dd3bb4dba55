import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { PreparedCapability } from '../catalog/prepared-capability.js';
import { CapabilityValue } from '../kinds/value.js';
import type { StdioServerConfig } from '../registry/stdio-server-config.js';
import { DEFAULT_MCP_LIMITS, type McpLimits } from './limits.js';
import type { McpClientInfo } from './mcp-connection.js';
import type { McpObserver } from './mcp-observer.js';
import { type McpEnvironment, resolveCommand } from './server-environment.js';
import { StartedServer } from './started-server.js';

/** What an MCP adapter is made of. */
export interface McpAdapterOptions {
  readonly config: StdioServerConfig;
  readonly environment: McpEnvironment;
  readonly clientInfo?: McpClientInfo;
  /** Limits that differ from the default. */
  readonly limits?: Partial<McpLimits>;
  readonly observer?: McpObserver;
}

const DEFAULT_CLIENT_INFO: McpClientInfo = Object.freeze({ name: 'changeover', version: '0.1.0' });

/**
 * Makes an MCP server ready: starts it in a process group of its own, initialises, lists and freezes its tools. The
 * one effect of the prepared capability ends the group.
 *
 * A preparation that fails or is cancelled rejects with an `McpError` (or `McpBindingError`) after what it started
 * has ended, within the limits' grace times.
 */
export class McpAdapter implements CapabilityProjectionAdapter {
  readonly #options: McpAdapterOptions;

  constructor(options: McpAdapterOptions) {
    this.#options = options;
  }

  async prepare({ signal }: { readonly signal: AbortSignal }): Promise<PreparedCapability> {
    const { config, environment, clientInfo = DEFAULT_CLIENT_INFO, observer } = this.#options;
    const limits: McpLimits = { ...DEFAULT_MCP_LIMITS, ...this.#options.limits };
    const command = resolveCommand(config, environment);
    const server = await StartedServer.start({ command, clientInfo, limits, observer }, { signal });
    const prepared = new PreparedCapability(CapabilityValue.mcp(server.binding));
    prepared.pushEffect({ name: `mcp-server ${config.name}`, close: (options) => server.close(options) });
    return prepared;
  }
}
