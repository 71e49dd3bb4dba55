import type { Clock } from '@changeover/capability-core';
import type { StateStore } from '@changeover/storage-kit';
import type { ConsoleEvent } from '../../protocol/console-event.js';
import { HostError } from '../errors/host-error.js';
import { FLUSH_INTERVAL_MS, FLUSH_LINES, LEDGER_LINES_MAX, TRANSACTION_LINES_MAX } from '../limits.js';
import { recordKey } from '../records/record-keys.js';
import { storableValue } from '../records/storable-value.js';
import type { WrittenRecord } from '../records/written-record.js';
import type { RecordChange } from '../store/record-change.js';

/** An entity as it is now: what pages are told of it, and the records that keep it; none where they are as before. */
export interface LedgerEntry {
  readonly event: ConsoleEvent;
  readonly records: readonly RecordChange[];
}

/** A line that is only ever added: to the audit log (told to pages) or to a transcript (kept only). */
export interface LedgerLine {
  readonly event: ConsoleEvent | null;
  readonly record: RecordChange;
}

export interface LedgerOptions {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly publish: (event: ConsoleEvent) => void;
  /** Called once, when the first write failed: from then on nothing is stored, and everything is still shown. */
  readonly onWriteFailure: (error: HostError) => void;
  /** Called after each write that went well. */
  readonly onWritten: () => void;
}

/**
 * The one way of every change: first into the store, then to the pages. Within one interval an entity is written and
 * shown once, however often it changed, and all entities of an interval are one transaction. So what a page has seen
 * is in the store, a generation is never stored without its session's stamp, and a burst is a few messages.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  #entries = new Map<string, LedgerEntry>();
  #lines: LedgerLine[] = [];
  #records: RecordChange[] = [];
  #undoTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failure: HostError | null = null;
  #isClosed = false;
  #hasDropped = false;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Why nothing is stored any more; null while the store is sound. */
  get failure(): HostError | null {
    return this.#failure;
  }

  /** Puts an entity down as it is now; within one interval the last one of the same name wins. */
  put(name: string, entry: LedgerEntry): void {
    if (this.#drops()) return;
    const waiting = this.#entries.get(name)?.records ?? [];
    this.#entries.set(name, entry.records.length === 0 ? { ...entry, records: waiting } : entry);
    this.#schedule();
  }

  append(line: LedgerLine): void {
    if (this.#drops()) return;
    if (this.#lines.length >= LEDGER_LINES_MAX) {
      this.#fail(new Error(`The store does not keep up: ${LEDGER_LINES_MAX} lines wait for it`));
      return;
    }
    this.#lines.push(line);
    if (this.#lines.length === FLUSH_LINES) this.#flushSoon();
    else this.#schedule();
  }

  /** Keeps a record that pages are told nothing of. */
  keep(record: RecordChange): void {
    if (this.#drops()) return;
    this.#records.push(record);
    this.#schedule();
  }

  /** Has the store written though nothing has changed, so that it tells how long the host lived. */
  touch(): void {
    this.keep(this.#written());
  }

  /**
   * Resolves when all that was put down before is stored and shown.
   *
   * @throws HostError `store-write-failed` when it could only be shown; `stopping` when it came too late for either.
   */
  flush(): Promise<void> {
    if (this.#hasDropped) {
      return Promise.reject(new HostError('stopping', 'The host is being stopped: nothing more is stored'));
    }
    if (this.#isEmpty()) return this.#running ?? this.#settled();
    this.#next ??= this.#runAfter(this.#running);
    return this.#next;
  }

  /**
   * Flushes for the last time. What comes after, as from a server that ends late, is dropped: there is no store to take
   * it and no page to show it.
   */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }

  #drops(): boolean {
    this.#hasDropped ||= this.#isClosed;
    return this.#isClosed;
  }

  async #runAfter(before: Promise<void> | null): Promise<void> {
    // The flush before tells its own callers how it went.
    await before?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = null;
    this.#undoTimer?.();
    this.#undoTimer = null;
    try {
      await this.#run();
    } finally {
      this.#running = null;
    }
  }

  async #run(): Promise<void> {
    const entries = [...this.#entries.values()];
    const lines = this.#lines;
    const records = this.#records;
    this.#entries = new Map();
    this.#lines = [];
    this.#records = [];
    if (this.#failure === null) {
      try {
        await this.#write(
          lines.map((line) => line.record),
          [...records, ...entries.flatMap((entry) => entry.records)],
        );
      } catch (cause) {
        this.#fail(cause);
      }
    }
    for (const entry of entries) this.#options.publish(entry.event);
    for (const { event } of lines) if (event !== null) this.#options.publish(event);
    await this.#settled();
    this.#options.onWritten();
  }

  /** All in one transaction, so that no run is behind its transcript; of very many lines the oldest go first. */
  async #write(lines: readonly RecordChange[], together: readonly RecordChange[]): Promise<void> {
    let start = 0;
    for (; lines.length - start > TRANSACTION_LINES_MAX; start += TRANSACTION_LINES_MAX) {
      await this.#commit(lines.slice(start, start + TRANSACTION_LINES_MAX));
    }
    const rest = [...lines.slice(start), ...together];
    if (rest.length > 0) await this.#commit([...rest, this.#written()]);
  }

  #written(): RecordChange {
    const value: WrittenRecord = { format: 1, at: this.#options.clock.now() };
    return { key: recordKey.written(), value };
  }

  async #commit(changes: readonly RecordChange[]): Promise<void> {
    await this.#options.store.transact(async (transaction) => {
      for (const { key, value } of changes) {
        if (value === undefined) await transaction.delete(key);
        else await transaction.put({ key, value: storableValue(value) });
      }
    });
  }

  #fail(cause: unknown): void {
    if (this.#failure !== null) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#failure = new HostError(
      'store-write-failed',
      `A change could not be stored, and nothing more is stored until the console is restarted: ${reason}`,
      {},
      { cause },
    );
    this.#options.onWriteFailure(this.#failure);
  }

  #settled(): Promise<void> {
    return this.#failure === null ? Promise.resolve() : Promise.reject(this.#failure);
  }

  #isEmpty(): boolean {
    return this.#entries.size === 0 && this.#lines.length === 0 && this.#records.length === 0;
  }

  #schedule(): void {
    if (this.#next !== null) return;
    this.#undoTimer ??= this.#options.clock.setTimer(FLUSH_INTERVAL_MS, () => this.#flushSoon());
  }

  /** A flush that nobody waits for; its failure has been told through `onWriteFailure`. */
  #flushSoon(): void {
    this.flush().catch(() => undefined);
  }
}
