import type { SeededRandom } from './seeded-random.js';

/** A call of code that is not the session's own. */
interface ForeignCall {
  readonly what: string;
  readonly runId: string | null;
  readonly signal: AbortSignal;
  readonly goOn: () => void;
}

/** The calls of models, tools, hooks and the like that are under way; each lasts until it is let go on. */
export class ForeignCalls {
  readonly violations: string[] = [];
  readonly #random: SeededRandom;
  readonly #open = new Set<ForeignCall>();
  readonly #ended = new Set<string>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** Lasts a while in most cases. Much of such code, but not all of it, gives up when its signal aborts. */
  async last(what: string, runId: string | null, signal: AbortSignal): Promise<void> {
    if (runId !== null && this.#ended.has(runId)) {
      this.violations.push(`${what} was called after the end of ${runId}`);
    }
    if (this.#random.chance(60)) return;
    const listens = this.#random.chance(70);
    await new Promise<void>((resolve, reject) => {
      const call = { what, runId, signal, goOn: () => this.#open.delete(call) && resolve() };
      this.#open.add(call);
      if (!listens) return;
      const giveUp = (): void => {
        this.#open.delete(call);
        reject(signal.reason);
      };
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp);
    });
  }

  letSomeGoOn(): void {
    for (const { goOn } of this.#open) if (this.#random.chance(40)) goOn();
  }

  letAllGoOn(): void {
    for (const { goOn } of this.#open) goOn();
  }

  /** A run is over, or the session where there is no id: whatever is still under way has to know that. */
  assertStopped(ended: string | null): void {
    if (ended !== null) this.#ended.add(ended);
    for (const { what, runId, signal } of this.#open) {
      if ((ended === null || runId === ended) && !signal.aborted) {
        this.violations.push(`${what} was not told that ${ended ?? 'the session'} is over`);
      }
    }
  }
}
