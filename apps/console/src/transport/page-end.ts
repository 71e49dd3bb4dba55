import type { Channel } from '../protocol/channel.js';
import { PROGRESS_INTERVAL_MESSAGES } from './limits.js';
import { Mailbox } from './mailbox.js';
import type { ProgressFrame } from './progress-frame.js';

/** What a carrier gives to become the page's end of a channel. */
export interface PageWire {
  send(message: unknown): void;
  close(): void;
}

/**
 * The page's end over any carrier. It tells the host how far the page is: after every few messages, and in the next
 * task, which a page that is too busy does not reach.
 */
export class PageEnd<Outgoing> implements Channel<Outgoing, unknown> {
  readonly #wire: PageWire;
  readonly #mailbox = new Mailbox<unknown>();
  #handled = 0;
  #told = 0;
  #pending: ReturnType<typeof setTimeout> | null = null;

  constructor(wire: PageWire) {
    this.#wire = wire;
  }

  post(message: Outgoing): void {
    if (!this.#mailbox.isClosed) this.#wire.send(message);
  }

  receive(listener: (message: unknown) => void): void {
    this.#mailbox.receive((message) => {
      listener(message);
      this.#count();
    });
  }

  closed(listener: () => void): void {
    this.#mailbox.closed(listener);
  }

  close(): void {
    if (this.#mailbox.end()) {
      this.#release();
      this.#wire.close();
    }
  }

  /** A message came from the host. */
  arrived(message: unknown): void {
    if (!this.#mailbox.deliver(message)) this.close();
  }

  /** The host is gone. */
  ended(): void {
    this.#mailbox.end();
    this.#release();
  }

  #count(): void {
    this.#handled += 1;
    if (this.#handled - this.#told >= PROGRESS_INTERVAL_MESSAGES) this.#tell();
    else this.#pending ??= setTimeout(() => this.#tell(), 0);
  }

  #tell(): void {
    this.#release();
    if (this.#mailbox.isClosed) return;
    this.#told = this.#handled;
    const frame: ProgressFrame = { type: 'progress', handled: this.#handled };
    this.#wire.send(frame);
  }

  #release(): void {
    if (this.#pending !== null) clearTimeout(this.#pending);
    this.#pending = null;
  }
}
