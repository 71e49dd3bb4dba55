import type { McpBinding } from '../kinds/mcp-binding.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import type { Tool } from '../kinds/tool.js';
import type { AddedServer } from './added-server.js';

/** The MCP servers that a host added beside the published ones, by name. */
export class AddedServers {
  readonly #present = new Map<string, { readonly server: AddedServer; readonly binding: McpBinding }>();
  readonly #closings = new Set<Promise<void>>();

  get size(): number {
    return this.#present.size;
  }

  has(name: string): boolean {
    return this.#present.has(name);
  }

  /** In the order in which they were added. */
  get bindings(): readonly McpBinding[] {
    return [...this.#present.values()].map(({ binding }) => binding);
  }

  /** The tools of all of them. */
  get tools(): readonly Tool[] {
    return this.bindings.flatMap(mcpTools);
  }

  /** Keeps all that are there now open until what is returned is disposed. */
  pin(): Disposable {
    const leases = [...this.#present.values()].map(({ server }) => server.pin());
    return {
      [Symbol.dispose]: () => {
        for (const lease of leases) lease.release();
      },
    };
  }

  add(server: AddedServer, binding: McpBinding): void {
    this.#present.set(binding.serverName, { server, binding });
  }

  /** Takes a server away, and leaves it to the caller to retire it. */
  take(name: string): AddedServer | undefined {
    const server = this.#present.get(name)?.server;
    this.#present.delete(name);
    return server;
  }

  /** Remembers that a server, present or removed, is being closed. */
  follow(closing: Promise<void>): void {
    this.#closings.add(closing);
    void closing.then(() => this.#closings.delete(closing));
  }

  /** Closes all that are there, and waits for those too that are being closed already. */
  async close(): Promise<void> {
    for (const { server } of this.#present.values()) {
      server.close();
    }
    await Promise.all(this.#closings);
  }
}
