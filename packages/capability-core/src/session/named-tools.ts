import type { CapabilityKind } from '../identity/capability-kind.js';
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
    for (const tool of dynamicTools.values()) {
      this.#byName.set(tool.name, tool);
      this.#holders.set(tool.name, 'a tool registered by the host');
    }
  }

  /** @throws {CapabilityRuntimeError} `runtime-name-conflict` */
  add(kind: CapabilityKind, tool: Tool, holder: string): void {
    const heldBy = this.#holders.get(tool.name);
    if (heldBy !== undefined) {
      throw new CapabilityRuntimeError({
        code: 'runtime-name-conflict',
        kind,
        publicName: tool.name,
        heldBy,
      });
    }
    this.#byName.set(tool.name, tool);
    this.#holders.set(tool.name, holder);
  }

  /** All of them, and the built-in ones of one run. */
  with(builtIn: readonly Tool[]): ReadonlyMap<string, Tool> {
    return new Map([...this.#byName, ...builtIn.map((tool) => [tool.name, tool] as const)]);
  }
}
