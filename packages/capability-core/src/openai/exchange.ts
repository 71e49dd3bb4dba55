import { LinkedAbort } from '../lifecycle/abort.js';
import { codeOf, errorText, messageOf } from '../lifecycle/bounded-message.js';
import { inTime } from '../model/in-time.js';
import type { JsonObject } from '../model/json-value.js';
import { ModelError } from '../model/model-error.js';
import type { ClientSettings } from './client-options.js';
import {
  AFTER_END_TIMEOUT_MS,
  ANSWER_BYTES_MAX,
  FIRST_BYTE_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  REFUSAL_BYTES_MAX,
} from './limits.js';
import { refusalError } from './provider-refusal.js';

/** One request to the provider and its answer. Disposing it frees the connection, however far it came. */
export class Exchange implements Disposable {
  readonly #settings: ClientSettings;
  readonly #abort: LinkedAbort;
  readonly #decoder = new TextDecoder();
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #contentType = '';
  #length = 0;

  constructor(settings: ClientSettings, signal: AbortSignal) {
    this.#settings = settings;
    this.#abort = new LinkedAbort([signal]);
  }

  /** The media type of the answer, in lower case; empty when the server names none. */
  get contentType(): string {
    return this.#contentType;
  }

  /**
   * Sends the request and waits until the answer begins.
   *
   * @throws {ModelError} `rate-limited`, `provider-refused`, `provider-unreachable`, `provider-silent`
   */
  async send(body: JsonObject): Promise<void> {
    this.#abort.signal.throwIfAborted();
    const response = await this.#inTime(this.#fetch(body), FIRST_BYTE_TIMEOUT_MS);
    const { ok, status, headers } = response;
    this.#reader = response.body?.getReader() ?? null;
    this.#contentType = (headers.get('content-type') ?? '').toLowerCase();
    if (ok) return;
    const text = await this.#refusalText();
    throw refusalError({ status, header: (name) => headers.get(name), text }, this.#settings);
  }

  /**
   * The next piece of the answer; `null` at its end.
   *
   * @throws {ModelError} `incomplete-stream`, `provider-answer-too-large`, `provider-silent`
   */
  async next(): Promise<string | null> {
    // Headers come early; it is the first piece that a model has to think about.
    const bytes = await this.#read(this.#length === 0 ? FIRST_BYTE_TIMEOUT_MS : IDLE_TIMEOUT_MS);
    if (bytes === null) return null;
    this.#length += bytes.byteLength;
    if (this.#length > ANSWER_BYTES_MAX) {
      throw new ModelError({ code: 'provider-answer-too-large', limitBytes: ANSWER_BYTES_MAX });
    }
    return this.#decoder.decode(bytes, { stream: true });
  }

  /** Lets an answer that is complete come to its end, so that the connection serves the next call as well. */
  async finish(): Promise<void> {
    await this.#read(AFTER_END_TIMEOUT_MS).catch(() => null);
  }

  [Symbol.dispose](): void {
    this.#abort.abort(new DOMException('The call of the model is over.', 'AbortError'));
    this.#abort[Symbol.dispose]();
    void this.#reader?.cancel().catch(() => undefined);
  }

  async #fetch(body: JsonObject): Promise<Response> {
    const { url, headers, model, fetch, secrets } = this.#settings;
    const { signal } = this.#abort;
    const text = JSON.stringify({ ...this.#settings.body, model, ...body });
    try {
      // The key is for this address and no other.
      const response = await fetch(url, { method: 'POST', headers, body: text, redirect: 'error', signal });
      // Whoever waited is gone if this fetch does not listen to its signal.
      if (signal.aborted) void response.body?.cancel().catch(() => undefined);
      return response;
    } catch (cause) {
      const reason = messageOf(secrets.removedFrom(failureText(cause)));
      throw new ModelError({ code: 'provider-unreachable', reason }, { cause });
    }
  }

  async #refusalText(): Promise<string> {
    let text = '';
    try {
      for (let piece = await this.next(); piece !== null; piece = await this.next()) {
        text += piece;
        if (this.#length > REFUSAL_BYTES_MAX) break;
      }
    } catch (error) {
      // The status says enough.
      if (this.#abort.signal.aborted) throw error;
    }
    return text.slice(0, REFUSAL_BYTES_MAX);
  }

  async #read(timeoutMs: number): Promise<Uint8Array | null> {
    if (this.#reader === null) return null;
    try {
      const { done, value } = await this.#inTime(this.#reader.read(), timeoutMs);
      return done ? null : value;
    } catch (cause) {
      this.#abort.signal.throwIfAborted();
      throw new ModelError({ code: 'incomplete-stream' }, { cause });
    }
  }

  #inTime<T>(step: Promise<T>, timeoutMs: number): Promise<T> {
    return inTime(step, this.#abort, { clock: this.#settings.clock, timeoutMs });
  }
}

/** What a failed fetch says; of runtimes that only say that it failed, why. */
function failureText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? errorText(error) : `${errorText(error)}: ${errorText(cause, codeOf(cause))}`;
}
