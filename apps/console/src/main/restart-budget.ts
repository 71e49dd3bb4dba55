/** Allows a bounded number of restarts in any stretch of time, so that a fault at start cannot loop for ever. */
export class RestartBudget {
  readonly #max: number;
  readonly #windowMs: number;
  #spentAt: readonly number[] = [];

  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Takes one restart at time `nowMs`; false when too many were taken lately. */
  take(nowMs: number): boolean {
    const recent = this.#spentAt.filter((at) => nowMs - at < this.#windowMs);
    const allowed = recent.length < this.#max;
    this.#spentAt = allowed ? [...recent, nowMs] : recent;
    return allowed;
  }
}
