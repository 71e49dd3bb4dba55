import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ActivityFilter, ActivityPage } from '../../protocol/activity.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import type { MethodParams } from '../../protocol/methods.js';
import { RequestError, reportOf } from '../connection/request-error.js';
import { type ActivityFeed, feedOf, withNewest, withOlder, withWaiting } from './activity-feed.js';
import { ACTIVITY_LOOK_MIN_MS, ACTIVITY_PAGE_LINES } from './limits.js';

export interface ActivityView {
  /** Null before the first answer. While another filter is asked for, still what the last one gave. */
  readonly feed: ActivityFeed | null;
  /** What somebody waits for, since when in epoch milliseconds. */
  readonly reading: { readonly part: 'newest' | 'older'; readonly since: number } | null;
  readonly error: ErrorReport | null;
}

export interface ActivityReaderOptions {
  readonly read: (params: MethodParams<'activity.read'>, signal: AbortSignal) => Promise<ActivityPage>;
  readonly now: () => number;
  readonly filter: ActivityFilter;
}

/** Reads the audit log for one view: the newest lines first, older ones when asked, new ones when told to look. */
export class ActivityReader implements Disposable {
  readonly store: StoreApi<ActivityView> = createStore(() => ({ feed: null, reading: null, error: null }));
  readonly #options: ActivityReaderOptions;
  #filter: ActivityFilter;
  /** The filter that what is shown fits; null while nothing is. */
  #shown: ActivityFilter | null = null;
  #isFollowing = true;
  /** The one read that somebody waits for. */
  #reading: AbortController | null = null;
  #looking: AbortController | null = null;
  #lookAgain = false;
  #lookTimer: ReturnType<typeof setTimeout> | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ActivityReaderOptions) {
    this.#options = options;
    this.#filter = options.filter;
  }

  /** Reads anew with another filter; what is shown stays until the answer is there. */
  filterBy(filter: ActivityFilter): void {
    this.#filter = filter;
    this.#stopLooking();
    void this.#read('newest', null, (page) => feedOf(page));
  }

  /** Reads older lines, if there are any and nothing else is being read. */
  older(): void {
    const { feed } = this.store.getState();
    if (feed === null || !feed.hasMore || this.#reading !== null || this.#shown !== this.#filter) return;
    const before = feed.lines.at(-1)?.sequence ?? null;
    void this.#read('older', before, (page, now) => (now === null ? feedOf(page) : withOlder(now, page)));
  }

  /** Something was written to the log: looks for what fits, at most once a second. */
  look(): void {
    if (this.#looking !== null || this.store.getState().reading?.part === 'newest') {
      this.#lookAgain = true;
      return;
    }
    if (this.#lookTimer !== null) return;
    // What fits another filter is not added to, since reading for this one was given up or has failed.
    if (this.#shown !== this.#filter) {
      this.filterBy(this.#filter);
      return;
    }
    const wait = this.#lookedAt + ACTIVITY_LOOK_MIN_MS - this.#options.now();
    if (wait <= 0) void this.#look();
    else {
      this.#lookTimer = setTimeout(() => {
        this.#lookTimer = null;
        void this.#look();
      }, wait);
    }
  }

  /** With true, what waited comes to the top, and so does what comes from now on. */
  follow(isFollowing: boolean): void {
    this.#isFollowing = isFollowing;
    if (isFollowing) this.#change((feed) => withWaiting(feed));
  }

  /** Gives up the read that somebody waits for. */
  stop(): void {
    if (this.store.getState().reading?.part === 'newest') this.#lookAgain = false;
    this.#reading?.abort();
  }

  [Symbol.dispose](): void {
    this.#reading?.abort();
    this.#stopLooking();
  }

  async #read(
    part: 'newest' | 'older',
    before: number | null,
    take: (page: ActivityPage, feed: ActivityFeed | null) => ActivityFeed,
  ): Promise<void> {
    this.#reading?.abort();
    const own = new AbortController();
    this.#reading = own;
    const filter = this.#filter;
    const now = this.#options.now();
    if (part === 'newest') this.#lookedAt = now;
    this.store.setState({ reading: { part, since: now }, error: null });
    try {
      const page = await this.#ask(before, own.signal);
      if (!own.signal.aborted) {
        this.#shown = filter;
        this.store.setState(({ feed }) => ({ feed: take(page, feed) }));
      }
    } catch (error) {
      if (!isAborted(error)) this.store.setState({ error: reportOf(error) });
    } finally {
      if (this.#reading === own) {
        this.#reading = null;
        this.store.setState({ reading: null });
        // The answer may be older than what was told meanwhile.
        if (part === 'newest' && this.#lookAgain) this.look();
      }
    }
  }

  async #look(): Promise<void> {
    const own = new AbortController();
    this.#looking = own;
    this.#lookAgain = false;
    this.#lookedAt = this.#options.now();
    try {
      const page = await this.#ask(null, own.signal);
      if (!own.signal.aborted) {
        this.#change((feed) => withNewest(feed, page, this.#isFollowing));
        this.store.setState({ error: null });
      }
    } catch (error) {
      if (!isAborted(error)) this.store.setState({ error: reportOf(error) });
    } finally {
      if (this.#looking === own) {
        this.#looking = null;
        if (this.#lookAgain) this.look();
      }
    }
  }

  #ask(before: number | null, signal: AbortSignal): Promise<ActivityPage> {
    return this.#options.read({ filter: this.#filter, before, limit: ACTIVITY_PAGE_LINES }, signal);
  }

  #change(change: (feed: ActivityFeed) => ActivityFeed): void {
    const { feed } = this.store.getState();
    if (feed !== null) this.store.setState({ feed: change(feed) });
  }

  #stopLooking(): void {
    if (this.#lookTimer !== null) clearTimeout(this.#lookTimer);
    this.#lookTimer = null;
    this.#lookAgain = false;
    this.#looking?.abort();
    this.#looking = null;
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'aborted';
}
