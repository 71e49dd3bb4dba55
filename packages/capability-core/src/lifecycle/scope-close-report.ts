import type { CloseFailure } from './close-failure.js';

/** How the close of one scope went. Counters are the scope's own; details include those of its children. */
export interface ScopeCloseReport {
  readonly tasksCompleted: number;
  readonly tasksFailed: number;
  readonly tasksCancelled: number;
  readonly tasksTimedOut: number;
  readonly childScopesClosed: number;
  /** Children that closed uncleanly; they are counted as closed too. */
  readonly childScopesFailed: number;
  readonly childScopesTimedOut: number;
  readonly effectsClosed: number;
  readonly effectsFailed: number;
  readonly effectsTimedOut: number;
  readonly generationLeasesReleased: number;
  /** Whether nothing failed and nothing timed out; cancelled tasks are clean. */
  readonly clean: boolean;
  /** At most 64, in the order in which they happened. */
  readonly failures: readonly CloseFailure[];
  /** Failures that the list had no room for. */
  readonly failuresOmitted: number;
}
