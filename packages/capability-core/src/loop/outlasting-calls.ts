import { onAbort } from '../lifecycle/abort.js';
import type { CapabilityScope } from '../scope/capability-scope.js';

/**
 * Calls that the loop gives up when it has waited long enough. The close of the run's scope still waits for them, so
 * that the lease on their packages outlives them as far as the close policy allows.
 */
export class OutlastingCalls {
  readonly #scope: CapabilityScope<'run'>;
  readonly #taskName: string;
  readonly #running = new Set<Promise<unknown>>();
  #guarded = false;

  constructor(scope: CapabilityScope<'run'>, taskName: string) {
    this.#scope = scope;
    this.#taskName = taskName;
  }

  /**
   * Has to come before the first call. One task waits for all of them, so that no call is refused for want of room.
   *
   * @throws {CapabilityScopeError} `supervisor-closed` or `bound-exceeded`
   */
  guard(): void {
    if (this.#guarded) return;
    this.#scope.spawn(this.#taskName, async ({ signal }) => {
      await new Promise<void>((resolve) => {
        onAbort(signal, resolve);
      });
      await Promise.all(this.#running);
    });
    this.#guarded = true;
  }

  /** Has the close wait for what never rejects. */
  add(settled: Promise<unknown>): void {
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
  }
}
