import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { textFlaw, utf8Length } from '../identity/text-rules.js';
import type { Tool } from '../kinds/tool.js';

/** The tools that a host registered beside the published ones, by name. */
export class DynamicTools {
  readonly #tools = new Map<string, Tool>();

  get size(): number {
    return this.#tools.size;
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** In the order in which they were first registered. */
  values(): IterableIterator<Tool> {
    return this.#tools.values();
  }

  /** Adds a tool or replaces the one of its name. */
  set(tool: Tool): 'added' | 'replaced' {
    const action = this.#tools.has(tool.name) ? 'replaced' : 'added';
    this.#tools.set(tool.name, tool);
    return action;
  }

  delete(name: string): boolean {
    return this.#tools.delete(name);
  }
}

/** Why a name cannot be a tool's, or `null`. */
export function toolNameFlaw(name: string): string | null {
  const flaw = textFlaw(name);
  if (flaw !== null) {
    return `its name ${flaw}`;
  }
  return utf8Length(name) > MAX_PUBLIC_NAME_BYTES
    ? `its name takes over ${MAX_PUBLIC_NAME_BYTES} bytes`
    : null;
}
