import { createStore, type StoreApi } from 'zustand/vanilla';
import { PROTOCOL_VERSION } from '../../protocol/limits.js';
import { HostMessage } from '../../protocol/messages.js';
import type { Method, MethodParams, MethodResult } from '../../protocol/methods.js';
import {
  type ConnectionInput,
  type ConnectionView,
  initialView,
  reduceConnection,
  versionMismatch,
} from './connection-view.js';
import { SNAPSHOT_TIMEOUT_MS } from './limits.js';
import type { HostChannel, OpenChannel } from './open-channel.js';
import { PendingRequests, type RequestOptions } from './pending-requests.js';
import { reconnectDelayMs } from './reconnect-delay.js';
import { RenderGate } from './render-gate.js';
import { RequestError } from './request-error.js';

export interface ConsoleClientOptions {
  readonly open: OpenChannel;
  readonly now: () => number;
  readonly isHidden: () => boolean;
}

/**
 * The page's one connection to its host: it keeps `store` equal to the host's state, heals gaps, and connects again for
 * as long as the page lives.
 */
export class ConsoleClient implements Disposable {
  readonly store: StoreApi<ConnectionView>;
  readonly #options: ConsoleClientOptions;
  readonly #gate: RenderGate<ConnectionView>;
  #view: ConnectionView;
  #channel: HostChannel | null = null;
  #requests: PendingRequests | null = null;
  #opening: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #attempt = 0;
  #isDisposed = false;

  constructor(options: ConsoleClientOptions) {
    this.#options = options;
    this.#view = initialView(options.now());
    this.store = createStore<ConnectionView>(() => this.#view);
    this.#gate = new RenderGate({
      publish: (view) => this.store.setState(view, true),
      now: options.now,
      isHidden: options.isHidden,
    });
  }

  /** Connects now; also ends a wait for the next attempt, and asks an unavailable host once more. */
  connect(): void {
    if (this.#isDisposed || this.#opening !== null) return;
    this.#drop();
    void this.#open();
  }

  /** Renders what has come while the page was hidden. */
  wake(): void {
    this.#gate.flush();
  }

  /** @throws RequestError */
  request<M extends Method>(
    method: M,
    params: MethodParams<M>,
    options: RequestOptions = {},
  ): Promise<MethodResult<M>> {
    if (this.#requests === null) {
      return Promise.reject(
        RequestError.of('disconnected', 'There is no connection to the host, so nothing was asked of it.'),
      );
    }
    return this.#requests.request(method, params, options);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#opening?.abort();
    this.#drop();
    this.#gate[Symbol.dispose]();
  }

  async #open(): Promise<void> {
    this.#attempt += 1;
    this.#put({ type: 'connecting', at: this.#options.now(), attempt: this.#attempt });
    const opening = new AbortController();
    this.#opening = opening;
    try {
      const channel = await this.#options.open({ signal: opening.signal });
      if (this.#isDisposed) channel.close();
      else this.#attach(channel);
    } catch (error) {
      if (!this.#isDisposed) this.#lose(error instanceof Error ? error.message : String(error));
    } finally {
      this.#opening = null;
    }
  }

  #attach(channel: HostChannel): void {
    this.#channel = channel;
    this.#requests = new PendingRequests((message) => channel.post(message));
    channel.closed(() => {
      if (this.#channel === channel) this.#lose(null);
    });
    channel.receive((message) => {
      if (this.#channel === channel) this.#take(message);
    });
    this.#sayHello();
  }

  #sayHello(): void {
    this.#wait(SNAPSHOT_TIMEOUT_MS, () => this.#lose('The host did not send its state in time.'));
    this.#channel?.post({ type: 'hello', protocol: PROTOCOL_VERSION });
  }

  #take(raw: unknown): void {
    const message = readHostMessage(raw);
    if (message === null) {
      this.#lose('The host sent something that this page cannot read.');
      return;
    }
    const wasHealing = this.#view.connection.phase === 'healing';
    this.#put({ type: 'message', at: this.#options.now(), message });
    if (message.type === 'snapshot' || message.type === 'unavailable') {
      this.#stopWaiting();
      this.#attempt = 0;
    }
    if (message.type === 'result') this.#requests?.answer(message.id, message.result);
    if (message.type === 'error') this.#requests?.refuse(message.id, message.error);
    if (message.type !== 'event') this.#gate.flush();
    if (!wasHealing && this.#view.connection.phase === 'healing') this.#sayHello();
  }

  #lose(reason: string | null): void {
    this.#drop();
    const delay = reconnectDelayMs(this.#attempt);
    this.#put({ type: 'lost', attempt: this.#attempt, retryAt: this.#options.now() + delay, reason });
    if (this.#view.connection.phase === 'lost') this.#wait(delay, () => void this.#open());
  }

  #drop(): void {
    this.#stopWaiting();
    const channel = this.#channel;
    this.#channel = null;
    this.#requests?.end();
    this.#requests = null;
    channel?.close();
  }

  #put(input: ConnectionInput): void {
    const { connection } = this.#view;
    this.#view = reduceConnection(this.#view, input);
    this.#gate.offer(this.#view);
    if (connection.phase !== this.#view.connection.phase) this.#gate.flush();
  }

  #wait(delayMs: number, then: () => void): void {
    this.#stopWaiting();
    this.#timer = setTimeout(then, delayMs);
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** The message, or null when it is none. What another version of the protocol sends is read as far as its version. */
function readHostMessage(raw: unknown): HostMessage | null {
  const parsed = HostMessage.safeParse(raw);
  if (parsed.success) return parsed.data;
  if (typeof raw === 'object' && raw !== null && 'protocol' in raw && typeof raw.protocol === 'number') {
    if (raw.protocol !== PROTOCOL_VERSION) {
      return { type: 'unavailable', error: versionMismatch(raw.protocol) };
    }
  }
  return null;
}
