import { settledOrAborted } from '../lifecycle/abort.js';

/** Lets one holder in at a time, in the order in which they asked. */
export class AsyncLock {
  #tail: Promise<void> = Promise.resolve();

  /**
   * Waits for its turn; the holder has to dispose what it gets, and doing so twice is harmless.
   *
   * @throws the signal's reason when it aborts first; the turn is passed on then
   */
  async acquire(signal?: AbortSignal): Promise<Disposable> {
    const before = this.#tail;
    let open = (): void => undefined;
    this.#tail = new Promise((resolve) => {
      open = resolve;
    });
    if (signal === undefined) {
      await before;
    } else if ((await settledOrAborted(before, signal)).aborted) {
      void before.then(open);
      throw signal.reason;
    }
    return { [Symbol.dispose]: open };
  }
}
