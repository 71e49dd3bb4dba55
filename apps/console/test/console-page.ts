import type { Channel } from '../src/protocol/channel.js';
import { applyConsoleEvent } from '../src/protocol/console-event.js';
import type { ConsoleState } from '../src/protocol/console-state.js';
import type { ErrorReport } from '../src/protocol/error-report.js';
import { PROTOCOL_VERSION } from '../src/protocol/limits.js';
import { HostMessage, type PageMessage } from '../src/protocol/messages.js';
import { METHODS, type Method, type MethodParams, type MethodResult } from '../src/protocol/methods.js';

/** What a host refused. */
export class Refused extends Error {
  readonly report: ErrorReport;

  constructor(report: ErrorReport) {
    super(`[${report.code}] ${report.message}`);
    this.report = report;
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The least that a page does: it keeps the state, checks each message by its schema, and fails at a gap. */
export class ConsolePage {
  readonly #channel: Channel<PageMessage, unknown>;
  readonly #requests = new Map<number, Waiting>();
  readonly #watchers = new Set<() => void>();
  #state: ConsoleState | null = null;
  #sequence = 0;
  #lastId = 0;
  /** Everything that came, in order. */
  readonly received: HostMessage[] = [];
  unavailable: ErrorReport | null = null;
  isClosed = false;

  constructor(channel: Channel<PageMessage, unknown>) {
    this.#channel = channel;
    channel.receive((raw) => this.#take(HostMessage.parse(raw)));
    channel.closed(() => {
      this.isClosed = true;
      this.#wake();
    });
    channel.post({ type: 'hello', protocol: PROTOCOL_VERSION });
  }

  get state(): ConsoleState {
    if (this.#state === null) throw new Error('No snapshot has come yet');
    return this.#state;
  }

  /** Resolves when the host has said what it has to say first. */
  async greeted(): Promise<this> {
    while (this.#state === null && this.unavailable === null) {
      if (this.isClosed) throw new Error('The host is gone');
      await this.changed();
    }
    return this;
  }

  /** Takes the last request back. */
  abortLast(): void {
    this.#channel.post({ type: 'abort', id: this.#lastId });
  }

  post(message: PageMessage): void {
    this.#channel.post(message);
  }

  close(): void {
    this.#channel.close();
  }

  /** Asks the host; `id` can be aborted while the answer is out. */
  ask<M extends Method>(method: M, params: MethodParams<M>): Promise<MethodResult<M>> {
    return this.askRaw(method, params) as Promise<MethodResult<M>>;
  }

  askRaw(method: string, params: unknown): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise((resolve, reject) => this.#requests.set(id, { resolve, reject }));
    this.#channel.post({ type: 'request', id, method, params });
    return answer;
  }

  /** Resolves with the first thing that `look` finds in the state, now or after a later message. */
  async until<T>(look: (state: ConsoleState) => T | undefined | false | null): Promise<T> {
    for (;;) {
      const found = this.#state === null ? undefined : look(this.#state);
      if (found !== undefined && found !== false && found !== null) return found;
      if (this.isClosed) throw new Error('The host is gone');
      if (this.unavailable !== null) throw new Refused(this.unavailable);
      await this.changed();
    }
  }

  /** Resolves at the next message. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      const watcher = (): void => {
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
    });
  }

  #take(message: HostMessage): void {
    this.received.push(message);
    switch (message.type) {
      case 'snapshot':
        this.#state = message.state;
        this.#sequence = message.sequence;
        break;
      case 'event':
        if (message.sequence !== this.#sequence + 1) throw new Error(`Gap before event ${message.sequence}`);
        this.#sequence = message.sequence;
        this.#state = applyConsoleEvent(this.state, message.event);
        break;
      case 'result':
        this.#requests.get(message.id)?.resolve(message.result);
        break;
      case 'error':
        this.#requests.get(message.id)?.reject(new Refused(message.error));
        break;
      case 'unavailable':
        this.unavailable = message.error;
        break;
    }
    this.#wake();
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** Checks a result as the page's own client does. */
export function parsedResult<M extends Method>(method: M, result: unknown): MethodResult<M> {
  return METHODS[method].result.parse(result) as MethodResult<M>;
}
