/** Lets any number of waiters sleep until there may be something for them. */
export class WakeUp {
  readonly #sleepers = new Set<() => void>();

  /** Wakes all that sleep now. */
  wake(): void {
    const sleepers = [...this.#sleepers];
    this.#sleepers.clear();
    for (const wake of sleepers) wake();
  }

  /** Resolves at the next wake-up, or when one of the signals is aborted. Look again at what was waited for. */
  async sleep(...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    if (signals.some((signal) => signal?.aborted === true)) return;
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#sleepers.add(wake);
    for (const signal of signals) signal?.addEventListener('abort', wake, { once: true });
    try {
      await woken;
    } finally {
      this.#sleepers.delete(wake);
      for (const signal of signals) signal?.removeEventListener('abort', wake);
    }
  }
}
