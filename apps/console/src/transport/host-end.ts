import { Mailbox } from './mailbox.js';
import type { MeteredChannel } from './metered-channel.js';
import { handledOf } from './progress-frame.js';

/** What a carrier gives to become the host's end of a channel. */
export interface HostWire {
  send(message: unknown): void;
  close(): void;
}

/** The host's end over any carrier. The carrier calls `arrived` for each message and `ended` when the page is gone. */
export class HostEnd<Outgoing> implements MeteredChannel<Outgoing, unknown> {
  readonly #wire: HostWire;
  readonly #mailbox = new Mailbox<unknown>();
  #posted = 0;
  #handled = 0;
  #onProgress: (() => void) | null = null;

  constructor(wire: HostWire) {
    this.#wire = wire;
  }

  get backlog(): number {
    return this.#posted - this.#handled;
  }

  progress(listener: () => void): void {
    this.#onProgress = listener;
  }

  post(message: Outgoing): void {
    if (this.#mailbox.isClosed) return;
    this.#posted += 1;
    this.#wire.send(message);
  }

  receive(listener: (message: unknown) => void): void {
    this.#mailbox.receive(listener);
  }

  closed(listener: () => void): void {
    this.#mailbox.closed(listener);
  }

  close(): void {
    if (this.#mailbox.end()) this.#wire.close();
  }

  /** A message came from the page. */
  arrived(message: unknown): void {
    const handled = handledOf(message);
    if (handled === null) {
      if (!this.#mailbox.deliver(message)) this.close();
      return;
    }
    // A page cannot have handled what was never posted; a false count would only harm the page that tells it.
    const known = Math.min(handled, this.#posted);
    if (known <= this.#handled) return;
    this.#handled = known;
    this.#onProgress?.();
  }

  /** The page is gone. */
  ended(): void {
    this.#mailbox.end();
  }
}
