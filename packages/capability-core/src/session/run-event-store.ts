import { utf8Length } from '../identity/text-rules.js';
import type { Clock } from '../lifecycle/clock.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { RUN_EVENT_BYTES_MAX, RUN_EVENT_PAGE_MAX, RUN_EVENTS_MAX } from './limits.js';

/** One event of one run. */
export interface RunEvent {
  /** Consecutive from 0 in its run; forgetting old events does not change it. */
  readonly sequence: number;
  /** Milliseconds since the epoch; never before the run's previous event. */
  readonly atMs: number;
  readonly event: object;
}

/** Some events of one run and where they stand among all of them. */
export interface RunEventPage {
  readonly events: readonly RunEvent[];
  /** The oldest event that is still kept; equal to the next when none is. */
  readonly firstAvailableSequence: number;
  readonly latestSequenceExclusive: number;
  /** What to ask `after` for the next page; `null` before the first event. */
  readonly nextAfterSequence: number | null;
  /** Whether events between the asked one and the first of this page were forgotten. */
  readonly retentionGap: boolean;
  readonly hasMore: boolean;
}

interface RunLog {
  first: number;
  lastAtMs: number;
  readonly kept: RunEvent[];
}

interface Kept {
  readonly runId: string;
  readonly bytes: number;
}

const COMPACT_AT = 1_024;

/** The events of all runs of a session, oldest forgotten first. */
export class RunEventStore {
  readonly #clock: Clock;
  readonly #logs = new Map<string, RunLog>();
  #order: Kept[] = [];
  #orderStart = 0;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Events that the run ever had. */
  count(runId: string): number {
    const log = this.#logs.get(runId);
    return log === undefined ? 0 : log.first + log.kept.length;
  }

  append(runId: string, event: object): void {
    const log = this.#logs.get(runId) ?? { first: 0, lastAtMs: 0, kept: [] };
    this.#logs.set(runId, log);
    const bytes = utf8Length(JSON.stringify(event));
    log.lastAtMs = Math.max(log.lastAtMs, this.#clock.now());
    log.kept.push(deepFreeze({ sequence: this.count(runId), atMs: log.lastAtMs, event: { ...event } }));
    this.#order.push({ runId, bytes });
    this.#bytes += bytes;
    while (this.#order.length - this.#orderStart > RUN_EVENTS_MAX || this.#bytes > RUN_EVENT_BYTES_MAX) {
      this.#forgetOldest();
    }
  }

  page(
    runId: string,
    { after, limit = RUN_EVENT_PAGE_MAX }: { readonly after?: number; readonly limit?: number },
  ): RunEventPage {
    const log = this.#logs.get(runId);
    const wanted = (after ?? -1) + 1;
    const first = log?.first ?? 0;
    const end = this.count(runId);
    const from = Math.min(Math.max(wanted, first), end);
    const to = Math.min(end, from + Math.min(Math.max(1, limit), RUN_EVENT_PAGE_MAX));
    return {
      events: log?.kept.slice(from - first, to - first) ?? [],
      firstAvailableSequence: first,
      latestSequenceExclusive: end,
      nextAfterSequence: to === 0 ? null : to - 1,
      retentionGap: wanted < first,
      hasMore: to < end,
    };
  }

  forget(runId: string): void {
    const kept = this.#order.slice(this.#orderStart).filter((entry) => entry.runId !== runId);
    this.#bytes = kept.reduce((sum, entry) => sum + entry.bytes, 0);
    this.#order = kept;
    this.#orderStart = 0;
    this.#logs.delete(runId);
  }

  #forgetOldest(): void {
    const oldest = this.#order[this.#orderStart];
    this.#orderStart += 1;
    if (oldest === undefined) {
      return;
    }
    this.#bytes -= oldest.bytes;
    const log = this.#logs.get(oldest.runId);
    if (log !== undefined) {
      log.kept.shift();
      log.first += 1;
    }
    if (this.#orderStart >= COMPACT_AT) {
      this.#order = this.#order.slice(this.#orderStart);
      this.#orderStart = 0;
    }
  }
}
