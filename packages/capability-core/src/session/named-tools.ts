import type { CapabilityKind } from '../identity/capability-kind.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import type { Tool } from '../kinds/tool.js';
import { BUILT_IN_TOOL_NAMES } from '../loop/built-in-tools.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { BUILT_IN_TOOL } from './name-guard.js';
import type { NamedRegistrations } from './named-registrations.js';

/** Tools by name, each with who brought it. */
export class NamedTools {
  readonly #byName = new Map<string, Tool>();
  readonly #holders = new Map<string, string>(BUILT_IN_TOOL_NAMES.map((name) => [name, BUILT_IN_TOOL]));

  constructor(dynamicTools: NamedRegistrations<Tool>) {
    for (const [name, tool] of dynamicTools.entries()) {
      this.#byName.set(name, tool);
      this.#holders.set(name, 'a tool registered by the host');
    }
  }

  /**
   * @param publicName - What the tool goes by in the run: its own name may have changed since it was published.
   * @throws {CapabilityRuntimeError} `runtime-name-conflict`
   */
  add(
    {
      kind,
      publicName,
      tool,
    }: { readonly kind: CapabilityKind; readonly publicName: string; readonly tool: Tool },
    holder: string,
  ): void {
    const heldBy = this.#holders.get(publicName);
    if (heldBy !== undefined) {
      throw new CapabilityRuntimeError({
        code: 'runtime-name-conflict',
        kind,
        publicName,
        heldBy,
      });
    }
    this.#byName.set(publicName, tool);
    this.#holders.set(publicName, holder);
  }

  /** Adds the tools of an MCP server. @throws {CapabilityRuntimeError} `runtime-name-conflict` */
  addServer(binding: McpBinding, holder: string): void {
    for (const tool of mcpTools(binding)) {
      this.add({ kind: 'mcp', publicName: tool.name, tool }, holder);
    }
  }

  /** All of them, and the built-in ones of one run. */
  with(builtIn: readonly Tool[]): ReadonlyMap<string, Tool> {
    return new Map([...this.#byName, ...builtIn.map((tool) => [tool.name, tool] as const)]);
  }
}
