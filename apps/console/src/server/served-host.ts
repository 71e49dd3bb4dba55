import type { Host } from '../host/host.js';
import type { ErrorReport } from '../protocol/error-report.js';
import type { HostMessage } from '../protocol/messages.js';
import type { MeteredChannel } from '../transport/metered-channel.js';

/** The host behind a server. One that could not open its store is opened anew when another page asks for it. */
export class ServedHost {
  readonly #open: () => Promise<Host>;
  readonly #onOpened: (failure: ErrorReport | null) => void;
  #hasFailed = false;
  #host: Promise<Host>;

  /** @param onOpened told of the end of each attempt, once the host can be used or cannot be opened */
  constructor(open: () => Promise<Host>, onOpened: (failure: ErrorReport | null) => void) {
    this.#open = open;
    this.#onOpened = onOpened;
    this.#host = this.#attempt();
  }

  async connect(channel: MeteredChannel<HostMessage, unknown>): Promise<void> {
    if (this.#hasFailed) this.#host = this.#attempt();
    (await this.#host).connect(channel);
  }

  /** @returns why the host could not be opened; null for one that worked. */
  async close(): Promise<ErrorReport | null> {
    const host = await this.#host;
    await host.close();
    return host.failure;
  }

  async #attempt(): Promise<Host> {
    this.#hasFailed = false;
    const host = await this.#open();
    this.#hasFailed = host.failure !== null;
    void host.settled.then(() => this.#onOpened(host.failure));
    return host;
  }
}
