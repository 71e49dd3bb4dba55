/**
 * An asynchronous operation that runs at most once. Every call gets the same promise, those included that the
 * operation itself makes, or whoever it tells, while it is still beginning.
 */
export class RunOnce<T> {
  #result: Promise<T> | null = null;

  get started(): boolean {
    return this.#result !== null;
  }

  run(operation: () => Promise<T>): Promise<T> {
    if (this.#result === null) {
      let follow: (result: Promise<T>) => void = () => undefined;
      this.#result = new Promise((resolve) => {
        follow = resolve;
      });
      follow(operation());
    }
    return this.#result;
  }
}
