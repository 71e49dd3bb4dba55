import type { ErrorReport } from '../protocol/error-report.js';
import type { HostMessage } from '../protocol/messages.js';
import type { MeteredChannel } from '../transport/metered-channel.js';
import type { Host } from './host.js';
import { answerUnavailable } from './page/unavailable-link.js';

/** A host that could not be opened. It tells each page why, until it is stopped. */
export class UnavailableHost implements Host {
  readonly failure: ErrorReport;
  readonly settled = Promise.resolve();

  constructor(failure: ErrorReport) {
    this.failure = failure;
  }

  connect(channel: MeteredChannel<HostMessage, unknown>): void {
    answerUnavailable(channel, this.failure);
  }

  followLiveRuns(): void {
    // None of them ever is.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
