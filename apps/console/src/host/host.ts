import type { ErrorReport } from '../protocol/error-report.js';
import type { HostMessage } from '../protocol/messages.js';
import type { MeteredChannel } from '../transport/metered-channel.js';

/** What answers pages, whether its store could be opened or not. */
export interface Host {
  /** Why nothing can be done with it; null for a host that works. */
  readonly failure: ErrorReport | null;
  /**
   * Resolves when what is published at a start has been, could not be, or takes too long; it goes on then. Pages are
   * answered before, and see it happen.
   */
  readonly settled: Promise<void>;
  /** Takes a page on. */
  connect(channel: MeteredChannel<HostMessage, unknown>): void;
  /** Calls back whenever another number of runs is live; first when one is. */
  followLiveRuns(tell: (live: number) => void): void;
  /** Ends everything within bounds. Closing twice is harmless. */
  close(): Promise<void>;
}
