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
