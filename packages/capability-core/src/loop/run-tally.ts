import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { addTokenUsage, NO_TOKEN_USAGE, type TokenUsage } from '../model/token-usage.js';

/** What a run has used. What an agent uses counts for whoever delegated to it too. */
export class RunTally {
  readonly #parent: RunTally | null;
  readonly #uncleanScopes: ScopeCloseReport[] = [];
  #usage = NO_TOKEN_USAGE;
  #toolCallsCount = 0;

  constructor(parent: RunTally | null = null) {
    this.#parent = parent;
  }

  get usage(): TokenUsage {
    return this.#usage;
  }

  get toolCallsCount(): number {
    return this.#toolCallsCount;
  }

  /** Reports of the turns and subtasks whose closing failed in part. */
  get uncleanScopes(): readonly ScopeCloseReport[] {
    return [...this.#uncleanScopes];
  }

  addUsage(usage: TokenUsage): void {
    this.#usage = addTokenUsage(this.#usage, usage);
    this.#parent?.addUsage(usage);
  }

  addToolCalls(count: number): void {
    this.#toolCallsCount += count;
    this.#parent?.addToolCalls(count);
  }

  /** Notes how a scope was closed, if it was not clean. */
  addClosed(report: ScopeCloseReport): void {
    if (report.clean) return;
    this.#uncleanScopes.push(report);
    this.#parent?.addClosed(report);
  }
}
