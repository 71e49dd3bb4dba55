import type { ConsoleEvent } from '../../protocol/console-event.js';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import { PROTOCOL_VERSION } from '../../protocol/limits.js';
import type { PageMessage } from '../../protocol/messages.js';
import type { Method } from '../../protocol/methods.js';
import type { HostChannel, OpenChannel } from '../connection/open-channel.js';

/** The host's end in a test: says what it is told to say, at once, and keeps what the page said. */
export class FakeHost {
  state: ConsoleState;
  sequence = 0;
  /** False for a host that hears `hello` and says nothing. */
  answersHello = true;
  /** Thrown by the next attempts to connect; null lets them succeed. */
  refusal: Error | null = null;
  connections = 0;
  readonly heard: PageMessage[] = [];
  /** What it answers at once, by method; what has no answer here waits for `answer` or `refuse`. */
  readonly answers = new Map<Method, (params: unknown) => unknown>();
  #listener: ((message: unknown) => void) | null = null;
  #closed: (() => void) | null = null;

  constructor(state: ConsoleState) {
    this.state = state;
  }

  readonly open: OpenChannel = async () => {
    if (this.refusal !== null) throw this.refusal;
    this.connections += 1;
    const channel: HostChannel = {
      post: (message) => this.#hear(message),
      receive: (listener) => {
        this.#listener = listener;
      },
      closed: (listener) => {
        this.#closed = listener;
      },
      close: () => {
        this.#listener = null;
        this.#closed = null;
      },
    };
    return channel;
  };

  say(message: unknown): void {
    this.#listener?.(message);
  }

  snapshot(): void {
    this.say({ type: 'snapshot', protocol: PROTOCOL_VERSION, sequence: this.sequence, state: this.state });
  }

  event(event: ConsoleEvent): void {
    this.sequence += 1;
    this.say({ type: 'event', sequence: this.sequence, event });
  }

  /** Answers the newest request for a method. */
  answer(method: string, result: unknown): void {
    this.say({ type: 'result', id: this.request(method).id, result });
  }

  refuse(method: string, error: ErrorReport): void {
    this.say({ type: 'error', id: this.request(method).id, error });
  }

  request(method: string): Extract<PageMessage, { type: 'request' }> {
    const found = this.heard.findLast((message) => message.type === 'request' && message.method === method);
    if (found?.type !== 'request') throw new Error(`The page has not asked for ${method}`);
    return found;
  }

  count(type: PageMessage['type']): number {
    return this.heard.filter((message) => message.type === type).length;
  }

  goAway(): void {
    const closed = this.#closed;
    this.#listener = null;
    this.#closed = null;
    closed?.();
  }

  #hear(message: PageMessage): void {
    this.heard.push(message);
    if (message.type === 'hello' && this.answersHello) this.snapshot();
    if (message.type !== 'request') return;
    for (const [method, answer] of this.answers) {
      if (method === message.method)
        this.say({ type: 'result', id: message.id, result: answer(message.params) });
    }
  }
}
