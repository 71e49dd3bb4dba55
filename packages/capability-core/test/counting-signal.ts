/** A signal that never aborts and knows how many listen to it. */
export class CountingSignal extends EventTarget implements AbortSignal {
  readonly aborted = false;
  readonly reason = undefined;
  onabort = null;
  listeners = 0;

  throwIfAborted(): void {
    // It never is.
  }

  override addEventListener(): void {
    this.listeners += 1;
  }

  override removeEventListener(): void {
    this.listeners -= 1;
  }
}
