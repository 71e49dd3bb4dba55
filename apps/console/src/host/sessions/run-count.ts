/** Counts the runs in the store. */
export class RunCount {
  #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  /** A run was asked for. */
  add(): void {
    this.#count += 1;
  }
}
