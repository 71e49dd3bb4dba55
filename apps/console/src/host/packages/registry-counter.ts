/** Numbers the package snapshots of this host: each new one gets a number that no stored generation has. */
export class RegistryCounter {
  #last: number;

  constructor(last: number) {
    this.#last = last;
  }

  /** The number that the next snapshot would get. */
  peek(): number {
    return this.#last + 1;
  }

  next(): number {
    this.#last += 1;
    return this.#last;
  }
}
