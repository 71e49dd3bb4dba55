import type { ErrorReport } from '../../protocol/error-report.js';
import { ANSWERS_KEPT_MAX } from './limits.js';
import { RequestError, reportOf } from './request-error.js';

/** What is known of an answer: it is being waited for, it is there, or it was refused. */
export type AnswerState<T> =
  | { readonly phase: 'asking'; readonly since: number }
  | { readonly phase: 'known'; readonly value: T }
  | { readonly phase: 'refused'; readonly error: ErrorReport };

/** Asks the host; gives up when the signal aborts. */
export type Ask<T> = (signal: AbortSignal) => Promise<T>;

interface Entry {
  state: AnswerState<unknown>;
  readonly listeners: Set<() => void>;
  asking: AbortController | null;
}

/**
 * Answers that can never change, by a key that says what was asked. Whoever shows one watches it: it is asked for once,
 * however many watch, no longer waited for when nobody does, and kept as long as there is room.
 */
export class AnswerStore {
  readonly #now: () => number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Null before anybody has asked. */
  read(key: string): AnswerState<unknown> | null {
    return this.#entries.get(key)?.state ?? null;
  }

  /** Asks unless the answer is known or on its way; returns what stops the watching. */
  watch(key: string, ask: Ask<unknown>, listener: () => void): () => void {
    const entry = this.#entries.get(key) ?? this.#begin(key, ask);
    this.#touch(key, entry);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size === 0 && entry.state.phase !== 'known') this.#drop(key, entry);
    };
  }

  /** Asks again for what was refused. */
  again(key: string, ask: Ask<unknown>): void {
    const entry = this.#entries.get(key);
    if (entry?.state.phase === 'refused') this.#ask(entry, ask);
  }

  #begin(key: string, ask: Ask<unknown>): Entry {
    const entry: Entry = {
      state: { phase: 'asking', since: this.#now() },
      listeners: new Set(),
      asking: null,
    };
    this.#entries.set(key, entry);
    this.#ask(entry, ask);
    return entry;
  }

  #ask(entry: Entry, ask: Ask<unknown>): void {
    const asking = new AbortController();
    entry.asking = asking;
    this.#put(entry, { phase: 'asking', since: this.#now() });
    ask(asking.signal).then(
      (value) => this.#settle(entry, asking, { phase: 'known', value }),
      (error: unknown) => {
        if (error instanceof RequestError && error.code === 'aborted') return;
        this.#settle(entry, asking, { phase: 'refused', error: reportOf(error) });
      },
    );
  }

  #settle(entry: Entry, asking: AbortController, state: AnswerState<unknown>): void {
    if (entry.asking !== asking) return;
    entry.asking = null;
    this.#put(entry, state);
  }

  #put(entry: Entry, state: AnswerState<unknown>): void {
    entry.state = state;
    for (const listener of entry.listeners) listener();
  }

  #touch(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size <= ANSWERS_KEPT_MAX) return;
    for (const [other, { listeners }] of this.#entries) {
      if (listeners.size > 0 || other === key) continue;
      this.#entries.delete(other);
      return;
    }
  }

  #drop(key: string, entry: Entry): void {
    entry.asking?.abort();
    entry.asking = null;
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}
