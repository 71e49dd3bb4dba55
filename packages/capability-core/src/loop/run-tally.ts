import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { addTokenUsage, NO_TOKEN_USAGE, type TokenUsage } from '../model/token-usage.js';

/** What a run has used. What an agent uses counts for whoever delegated to it too. */
export class RunTally {
  readonly #parent: RunTally | null;
  readonly #unclean = new Map<string, ScopeCloseReport>();
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
    return [...this.#unclean.values()];
  }

  addUsage(usage: TokenUsage): void {
    this.#usage = addTokenUsage(this.#usage, usage);
    this.#parent?.addUsage(usage);
  }

  addToolCalls(count: number): void {
    this.#toolCallsCount += count;
    this.#parent?.addToolCalls(count);
  }

  /**
   * Notes how a scope was closed, if it was not clean. When a run is cancelled, a scope closes those in it together
   * with whoever opened them; what its report holds already is not noted twice.
   */
  addClosed(scopeId: string, report: ScopeCloseReport): void {
    if (report.clean) return;
    for (const inner of this.#unclean.keys()) {
      if (holds(report, inner)) this.#unclean.delete(inner);
    }
    if (![...this.#unclean.values()].some((outer) => holds(outer, scopeId))) {
      this.#unclean.set(scopeId, report);
    }
    this.#parent?.addClosed(scopeId, report);
  }
}

function holds({ failures }: ScopeCloseReport, scopeId: string): boolean {
  return failures.some(({ kind, name }) => kind === 'child-scope' && name === scopeId);
}
