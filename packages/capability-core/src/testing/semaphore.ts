/** Counts permits that one side gives and the other waits for: how a test meets code at an exact point. */
export class Semaphore {
  #permits = 0;
  readonly #waiting: (() => void)[] = [];

  /** Gives permits, first to those who wait. */
  add(permits = 1): void {
    this.#permits += permits;
    while (this.#permits > 0 && this.#waiting.length > 0) {
      this.#permits -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Takes a permit, waiting for one if there is none. */
  async acquire(): Promise<void> {
    if (this.#permits > 0) {
      this.#permits -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
