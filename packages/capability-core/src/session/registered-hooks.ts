import type { Hook } from '../kinds/hook.js';

/** The hooks that a host registered beside the published ones, by id. */
export class RegisteredHooks {
  readonly #hooks = new Map<string, Hook>();

  get size(): number {
    return this.#hooks.size;
  }

  has(id: string): boolean {
    return this.#hooks.has(id);
  }

  values(): IterableIterator<Hook> {
    return this.#hooks.values();
  }

  /** Adds a hook, or replaces the one of its id with its handler. */
  set(hook: Hook): 'added' | 'replaced' {
    const action = this.#hooks.has(hook.id) ? 'replaced' : 'added';
    this.#hooks.set(hook.id, hook);
    return action;
  }

  delete(id: string): boolean {
    return this.#hooks.delete(id);
  }
}
