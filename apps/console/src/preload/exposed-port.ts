import type { PagePort } from '../protocol/page-bridge.js';
import { UNREAD_MESSAGES_MAX } from './limits.js';

/** A message port as plain functions: a port itself cannot cross the bridge to the page. */
export class ExposedPort {
  readonly #port: MessagePort;
  readonly #unread: unknown[] = [];
  #messageListener: ((message: unknown) => void) | undefined;
  #closeListener: (() => void) | undefined;
  #isClosed = false;

  constructor(port: MessagePort, onFirstMessage: () => void) {
    this.#port = port;
    port.addEventListener('message', onFirstMessage, { once: true });
    port.addEventListener('message', (event: MessageEvent<unknown>) => this.#deliver(event.data));
    port.start();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#port.close();
    this.#closeListener?.();
  }

  /** The functions that the page gets. */
  expose(): PagePort {
    return {
      post: (message) => {
        if (!this.#isClosed) this.#port.postMessage(message);
      },
      onMessage: (listener) => {
        this.#messageListener = listener;
        for (const message of this.#unread.splice(0)) listener(message);
      },
      onClose: (listener) => {
        this.#closeListener = listener;
        if (this.#isClosed) listener();
      },
      close: () => this.close(),
    };
  }

  #deliver(message: unknown): void {
    if (this.#messageListener !== undefined) this.#messageListener(message);
    else if (this.#unread.length < UNREAD_MESSAGES_MAX) this.#unread.push(message);
    // A page that never reads is told nothing more; it can connect again for a fresh snapshot.
    else this.close();
  }
}
