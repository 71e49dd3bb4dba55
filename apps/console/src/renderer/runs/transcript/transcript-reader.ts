import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ErrorReport } from '../../../protocol/error-report.js';
import { PAGE_LINES_MAX } from '../../../protocol/limits.js';
import type { MethodParams } from '../../../protocol/methods.js';
import type { TranscriptLine, TranscriptPage } from '../../../protocol/transcript.js';
import { RequestError, reportOf } from '../../connection/request-error.js';

export interface TranscriptView {
  /** What has been read, from the first line on, without a gap. */
  readonly lines: readonly TranscriptLine[];
  /** False before the first answer. */
  readonly isRead: boolean;
  /** True while there are more lines than have been read. */
  readonly hasMore: boolean;
  /** Since when somebody waits for lines, in epoch milliseconds; null while nobody does. */
  readonly since: number | null;
  readonly error: ErrorReport | null;
}

export interface TranscriptReaderOptions {
  readonly session: string;
  readonly run: string;
  readonly read: (params: MethodParams<'transcript.read'>, signal: AbortSignal) => Promise<TranscriptPage>;
  readonly now: () => number;
}

/** How far is to be read: not on, one page, or all there is. */
type Goal = 'none' | 'page' | 'end';

/** Reads a run's transcript forward, page by page as it is wanted, and what a live run adds to its end. */
export class TranscriptReader implements Disposable {
  readonly store: StoreApi<TranscriptView> = createStore(() => ({
    lines: [],
    isRead: false,
    hasMore: true,
    since: null,
    error: null,
  }));
  readonly #options: TranscriptReaderOptions;
  #goal: Goal = 'none';
  #after = 0;
  #lookAgain = false;
  #reading: AbortController | null = null;

  constructor(options: TranscriptReaderOptions) {
    this.#options = options;
  }

  /** Reads the next page, if there is one. */
  more(): void {
    this.#want('page');
  }

  /** Reads all there is. */
  toEnd(): void {
    this.#want('end');
  }

  /** The run has changed: reads what it added, if all before that has been read. */
  look(): void {
    const { isRead, hasMore } = this.store.getState();
    if (this.#reading !== null) this.#lookAgain = true;
    else if (isRead && !hasMore) void this.#read();
  }

  /** Gives up reading on; what has been read stays. */
  stop(): void {
    this.#goal = 'none';
    this.#lookAgain = false;
    this.#reading?.abort();
    this.#reading = null;
    this.store.setState({ since: null });
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  #want(goal: 'page' | 'end'): void {
    if (!this.store.getState().hasMore) return;
    if (this.#goal !== 'end') this.#goal = goal;
    if (this.store.getState().since === null) {
      this.store.setState({ since: this.#options.now(), error: null });
    }
    if (this.#reading === null) void this.#read();
  }

  async #read(): Promise<void> {
    const own = new AbortController();
    this.#reading = own;
    try {
      do {
        this.#lookAgain = false;
        await this.#page(own.signal);
        if (this.#goal === 'page' || !this.store.getState().hasMore) this.#goal = 'none';
      } while (!own.signal.aborted && (this.#goal !== 'none' || this.#mustLook()));
    } catch (error) {
      const isAborted = error instanceof RequestError && error.code === 'aborted';
      if (this.#reading === own && !isAborted) this.store.setState({ error: reportOf(error) });
    }
    if (this.#reading !== own) return;
    this.#reading = null;
    this.#goal = 'none';
    this.store.setState({ since: null });
  }

  #mustLook(): boolean {
    return this.#lookAgain && !this.store.getState().hasMore;
  }

  async #page(signal: AbortSignal): Promise<void> {
    const { session, run, read } = this.#options;
    const page = await read({ session, run, after: this.#after, limit: PAGE_LINES_MAX }, signal);
    if (signal.aborted) return;
    const fresh = page.lines.filter((line) => line.sequence > this.#after);
    // A page that leads nowhere is the last, whatever it says of more.
    const hasMore = page.hasMore && page.next > this.#after;
    this.#after = Math.max(this.#after, page.next, fresh.at(-1)?.sequence ?? 0);
    this.store.setState(({ lines }) => ({
      lines: fresh.length === 0 ? lines : [...lines, ...fresh],
      isRead: true,
      hasMore,
      error: null,
    }));
  }
}
