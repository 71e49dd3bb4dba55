import { PROTOCOL_VERSION } from '../../protocol/limits.js';
import { type HostMessage, PageMessage } from '../../protocol/messages.js';
import type { MeteredChannel } from '../../transport/metered-channel.js';
import { HostError } from '../errors/host-error.js';
import { reportOfError } from '../errors/report-of-error.js';
import type { ConsoleFeed, FedEvent } from '../ledger/console-feed.js';
import { PAGE_BACKLOG_MAX, PAGE_BACKLOG_RESUME } from '../limits.js';
import type { Operations } from './operations.js';
import { Requests } from './requests.js';

/**
 * One page. A page that leaves too many messages unhandled is sent no events until it has caught up, and then one
 * snapshot for all of them: the host keeps nothing for it meanwhile.
 */
export class PageLink {
  readonly #channel: MeteredChannel<HostMessage, unknown>;
  readonly #feed: ConsoleFeed;
  readonly #requests: Requests;
  #unfollow: (() => void) | null = null;
  #isBehind = false;

  constructor(
    channel: MeteredChannel<HostMessage, unknown>,
    feed: ConsoleFeed,
    operations: Operations,
    onEnd: () => void,
    answering?: Set<Promise<void>>,
  ) {
    this.#channel = channel;
    this.#feed = feed;
    this.#requests = new Requests(operations, (message) => channel.post(message), answering);
    channel.closed(() => {
      this.#end();
      onEnd();
    });
    channel.progress(() => this.#catchUp());
    channel.receive((message) => this.#take(message));
  }

  #take(raw: unknown): void {
    const parsed = PageMessage.safeParse(raw);
    // What cannot be read cannot be answered: a page that sends it is no page of ours.
    if (!parsed.success || this.#channel.backlog > 2 * PAGE_BACKLOG_MAX) {
      this.#channel.close();
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case 'hello':
        this.#hello(message.protocol);
        break;
      case 'request':
        this.#requests.take(message.id, message.method, message.params);
        break;
      case 'abort':
        this.#requests.abort(message.id);
        break;
    }
  }

  #hello(protocol: number): void {
    if (protocol !== PROTOCOL_VERSION) {
      const error = new HostError(
        'protocol-mismatch',
        `The page speaks version ${protocol} of the protocol, the host version ${PROTOCOL_VERSION}`,
        { page: protocol, host: PROTOCOL_VERSION },
      );
      this.#channel.post({ type: 'unavailable', error: reportOfError(error) });
      return;
    }
    // A page that asks again before it has handled what it was sent gets one snapshot for all its asking.
    if (this.#channel.backlog > 0) this.#isBehind = true;
    else this.#sendSnapshot();
    this.#unfollow ??= this.#feed.follow((fed) => this.#offer(fed));
  }

  #offer({ sequence, event }: FedEvent): void {
    if (this.#isBehind) return;
    if (this.#channel.backlog >= PAGE_BACKLOG_MAX) this.#isBehind = true;
    else this.#channel.post({ type: 'event', sequence, event });
  }

  #catchUp(): void {
    if (this.#isBehind && this.#channel.backlog <= PAGE_BACKLOG_RESUME) this.#sendSnapshot();
  }

  #sendSnapshot(): void {
    this.#isBehind = false;
    const { sequence, state } = this.#feed;
    this.#channel.post({ type: 'snapshot', protocol: PROTOCOL_VERSION, sequence, state });
  }

  #end(): void {
    this.#unfollow?.();
    this.#unfollow = null;
    this.#requests.end();
  }
}
