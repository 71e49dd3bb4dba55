/** What a host registered beside what is published, by the name that each had then. */
export class NamedRegistrations<T> {
  readonly #values = new Map<string, T>();

  get size(): number {
    return this.#values.size;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** In the order in which they were first registered. */
  entries(): IterableIterator<[string, T]> {
    return this.#values.entries();
  }

  values(): IterableIterator<T> {
    return this.#values.values();
  }

  /** Adds one or replaces the one of its name. */
  set(name: string, value: T): 'added' | 'replaced' {
    const action = this.#values.has(name) ? 'replaced' : 'added';
    this.#values.set(name, value);
    return action;
  }

  delete(name: string): boolean {
    return this.#values.delete(name);
  }
}
