import { systemClock } from '@changeover/capability-core';
import type { HostMessage } from '../protocol/messages.js';
import type { MeteredChannel } from '../transport/metered-channel.js';
import { HostError } from './errors/host-error.js';
import { reportOfError } from './errors/report-of-error.js';
import type { Host } from './host.js';
import type { HostOptions } from './host-options.js';
import type { HostParts } from './host-parts.js';
import { followLiveRuns } from './ledger/live-runs.js';
import {
  ANSWER_TIMEOUT_MS,
  PAGES_MAX,
  READY_SETTLE_MS,
  STOP_TIMEOUT_MS,
  STORE_CLOSE_TIMEOUT_MS,
} from './limits.js';
import { openParts } from './open-parts.js';
import { PageLink } from './page/page-link.js';
import { answerUnavailable } from './page/unavailable-link.js';
import { within } from './within.js';

/** The host over a store that could be opened. */
export class ConsoleHost implements Host {
  readonly failure = null;
  readonly settled: Promise<void>;
  readonly #parts: Omit<HostParts, 'start'>;
  readonly #starting: Promise<void>;
  readonly #pages = new Set<MeteredChannel<HostMessage, unknown>>();
  readonly #answering = new Set<Promise<void>>();
  #closing: Promise<void> | null = null;

  private constructor({ start, ...parts }: HostParts) {
    this.#parts = parts;
    this.#starting = start();
    this.settled = within(this.#starting, READY_SETTLE_MS, parts.clock);
  }

  /**
   * Opens a host over its store.
   *
   * @throws StateStoreError, HostError for a store that cannot be opened or read.
   */
  static async open(options: HostOptions): Promise<ConsoleHost> {
    const { clock = systemClock } = options;
    return new ConsoleHost(await openParts({ ...options, clock }));
  }

  connect(channel: MeteredChannel<HostMessage, unknown>): void {
    const refusal = this.#refusal();
    if (refusal !== null) {
      answerUnavailable(channel, reportOfError(refusal));
      return;
    }
    this.#pages.add(channel);
    const { feed, operations } = this.#parts;
    new PageLink(channel, feed, operations, () => this.#pages.delete(channel), this.#answering);
  }

  followLiveRuns(tell: (live: number) => void): void {
    followLiveRuns(this.#parts.feed, tell);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #refusal(): HostError | null {
    if (this.#closing !== null) return new HostError('stopping', 'The host is being stopped');
    if (this.#pages.size < PAGES_MAX) return null;
    return new HostError('too-many-pages', `${PAGES_MAX} pages are connected, the limit`, {
      limit: PAGES_MAX,
    });
  }

  async #close(): Promise<void> {
    const { clock, sessions } = this.#parts;
    // A start that is under way is told to stop, too: what it still began would be left to nobody.
    await within(Promise.all([sessions.stop(), this.#starting]), STOP_TIMEOUT_MS, clock);
    await within(this.#release(), STORE_CLOSE_TIMEOUT_MS, clock);
  }

  async #release(): Promise<void> {
    const { board, clock, heartbeat, ledger, opened, watch } = this.#parts;
    board.stop();
    heartbeat.stop();
    await within(this.#giveUp(), ANSWER_TIMEOUT_MS, clock);
    // A write that failed has been told; what was shown last is lost, as was said then.
    await ledger.close().catch(() => undefined);
    watch.stop();
    for (const channel of this.#pages) channel.close();
    await opened.store.close();
  }

  /** Ends what is done with packages. What is given up with it still gets its answer, and its line in the audit log. */
  async #giveUp(): Promise<void> {
    const { keeper, packages } = this.#parts;
    await keeper.idle();
    await packages.close();
    await Promise.all(this.#answering);
  }
}
