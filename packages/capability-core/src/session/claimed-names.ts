import type { CapabilityKind } from '../identity/capability-kind.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/** Values of one kind by name, each with who brought it: none stands before another. */
export class ClaimedNames<T extends { readonly name: string }> {
  readonly #kind: CapabilityKind;
  readonly #keyOf: (name: string) => string;
  readonly #holders = new Map<string, string>();
  readonly #values: T[] = [];

  /** @param keyOf - Names of one key are taken for the same. */
  constructor(kind: CapabilityKind, keyOf: (name: string) => string = (name) => name) {
    this.#kind = kind;
    this.#keyOf = keyOf;
  }

  /** @throws {CapabilityRuntimeError} `runtime-name-conflict` */
  add(value: T, holder: string): void {
    const key = this.#keyOf(value.name);
    const heldBy = this.#holders.get(key);
    if (heldBy !== undefined) {
      const [kind, publicName] = [this.#kind, value.name];
      throw new CapabilityRuntimeError({ code: 'runtime-name-conflict', kind, publicName, heldBy });
    }
    this.#holders.set(key, holder);
    this.#values.push(value);
  }

  /** All of them, sorted by name. */
  sorted(): ReadonlyMap<string, T> {
    const entries = this.#values.map((value) => [value.name, value] as const);
    return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
