import { onAbort } from '../lifecycle/abort.js';

/** One call that waits for its label. */
export interface RehearsalWait {
  readonly label: string;
  readonly runId: string | null;
}

interface HeldCall extends RehearsalWait {
  readonly letGo: () => void;
}

/** The calls that an operator holds back. */
export class RehearsalWaits {
  readonly #held = new Set<HeldCall>();
  readonly #watchers = new Set<() => void>();

  get waiting(): readonly RehearsalWait[] {
    return [...this.#held].map(({ label, runId }) => ({ label, runId }));
  }

  release(label: string, runId: string | null): number {
    const released = [...this.#held].filter(
      (call) => call.label === label && (runId === null || call.runId === runId),
    );
    for (const call of released) {
      call.letGo();
    }
    return released.length;
  }

  wait(label: string, runId: string | null, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const forget = (): void => {
        this.#held.delete(call);
        unfollow();
      };
      const call: HeldCall = {
        label,
        runId,
        letGo: () => {
          forget();
          resolve();
        },
      };
      this.#held.add(call);
      const unfollow = onAbort(signal, () => {
        forget();
        reject(signal.reason);
      });
      for (const look of this.#watchers) {
        look();
      }
    });
  }

  whenWaiting(label: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const forget = (): void => {
        this.#watchers.delete(look);
        unfollow();
      };
      const look = (): void => {
        if ([...this.#held].some((call) => call.label === label)) {
          forget();
          resolve();
        }
      };
      this.#watchers.add(look);
      const unfollow = onAbort(signal, () => {
        forget();
        reject(signal.reason);
      });
      look();
    });
  }
}
