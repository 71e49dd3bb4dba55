import type { CloseFailure } from './close-failure.js';

/** How a cleanup drain went. */
export interface CapabilityCleanupReport {
  /** Batches of effects that were never published. */
  readonly rollbackBatches: number;
  /** Batches of effects of generations that nobody uses any more. */
  readonly retiredBatches: number;
  readonly effectsClosed: number;
  readonly effectsFailed: number;
  readonly effectsTimedOut: number;
  /** Whether nothing failed and nothing timed out. */
  readonly clean: boolean;
  /** At most 64, in the order in which they happened. */
  readonly failures: readonly CloseFailure[];
  /** Failures that the list had no room for. */
  readonly failuresOmitted: number;
}
