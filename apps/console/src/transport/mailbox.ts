import { UNRECEIVED_MAX } from './limits.js';

/**
 * The receiving half of every carrier: keeps what comes before there is a receiver, and tells the end exactly once,
 * also to a listener that comes after it.
 */
export class Mailbox<Incoming> {
  readonly #early: Incoming[] = [];
  #receiver: ((message: Incoming) => void) | null = null;
  #closedListener: (() => void) | null = null;
  #closed = false;

  get isClosed(): boolean {
    return this.#closed;
  }

  /** False when the message was refused, because nobody receives and too many wait already. */
  deliver(message: Incoming): boolean {
    if (this.#closed) return true;
    if (this.#receiver === null) {
      if (this.#early.length >= UNRECEIVED_MAX) return false;
      this.#early.push(message);
      return true;
    }
    this.#receiver(message);
    return true;
  }

  receive(listener: (message: Incoming) => void): void {
    this.#receiver = listener;
    for (const message of this.#early.splice(0)) listener(message);
  }

  closed(listener: () => void): void {
    if (this.#closed) listener();
    else this.#closedListener = listener;
  }

  /** True the first time. */
  end(): boolean {
    if (this.#closed) return false;
    this.#closed = true;
    this.#early.length = 0;
    this.#receiver = null;
    const listener = this.#closedListener;
    this.#closedListener = null;
    listener?.();
    return true;
  }
}
