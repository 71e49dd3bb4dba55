import { LinkedAbort } from '../lifecycle/abort.js';
import { type Settlement, settle } from '../lifecycle/settle-within.js';

/** How a task ended. */
export type ScopeTaskOutcome = 'completed' | 'failed' | 'cancelled';

/** A task that a scope supervises. */
export interface ScopeTask {
  /** Consecutive in its scope, from 1. */
  readonly id: number;
  readonly name: string;
  /** Never rejects. */
  readonly settled: Promise<ScopeTaskOutcome>;
}

/** What a scope keeps of one task. */
export class SupervisedTask implements ScopeTask {
  readonly id: number;
  readonly name: string;
  readonly settled: Promise<ScopeTaskOutcome>;
  readonly #signal: AbortSignal;
  #cancelled = false;
  #outcome: ScopeTaskOutcome | null = null;
  #error: unknown;

  constructor(
    id: number,
    name: string,
    run: (options: { readonly signal: AbortSignal }) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.id = id;
    this.name = name;
    this.#signal = signal;
    this.settled = this.#follow(run);
  }

  /** Null while it runs. */
  get outcome(): ScopeTaskOutcome | null {
    return this.#outcome;
  }

  /** What it failed with. */
  get error(): unknown {
    return this.#error;
  }

  /** However it ends from now on, it counts as cancelled. */
  cancel(): void {
    this.#cancelled = true;
  }

  async #follow(
    run: (options: { readonly signal: AbortSignal }) => Promise<void>,
  ): Promise<ScopeTaskOutcome> {
    // A signal of its own, since a scope has many tasks and each may listen.
    using abort = new LinkedAbort([this.#signal]);
    const settlement = await settle(() => run({ signal: abort.signal }));
    if (settlement.outcome === 'rejected') this.#error = settlement.error;
    this.#outcome = this.#outcomeOf(settlement);
    return this.#outcome;
  }

  #outcomeOf(settlement: Settlement<void>): ScopeTaskOutcome {
    if (this.#cancelled) return 'cancelled';
    if (settlement.outcome !== 'rejected') return 'completed';
    return this.#isAbort(settlement.error) ? 'cancelled' : 'failed';
  }

  /** Giving up because one was asked to is not a failure. */
  #isAbort(error: unknown): boolean {
    if (!this.#signal.aborted) return false;
    return error === this.#signal.reason || (error instanceof Error && error.name === 'AbortError');
  }
}
