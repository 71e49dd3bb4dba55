/** What a host registered beside what is published, by name. */
export class NamedRegistrations<T extends { readonly name: string }> {
  readonly #values = new Map<string, T>();

  get size(): number {
    return this.#values.size;
  }

  get(name: string): T | undefined {
    return this.#values.get(name);
  }

  /** In the order in which they were first registered. */
  values(): IterableIterator<T> {
    return this.#values.values();
  }

  /** Adds one or replaces the one of its name. */
  set(value: T): 'added' | 'replaced' {
    const action = this.#values.has(value.name) ? 'replaced' : 'added';
    this.#values.set(value.name, value);
    return action;
  }

  delete(name: string): boolean {
    return this.#values.delete(name);
  }
}
