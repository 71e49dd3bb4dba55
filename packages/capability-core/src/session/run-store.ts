import type { Clock } from '../lifecycle/clock.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { cutText } from '../loop/cut-text.js';
import { NO_TOKEN_USAGE } from '../model/token-usage.js';
import type { RunCapabilityBinding } from '../scope/run-capability-binding.js';
import { RECORD_TEXT_BYTES_MAX, RUN_RECORDS_MAX } from './limits.js';
import { type RunEventPage, RunEventStore } from './run-event-store.js';
import type { RunSnapshot } from './run-snapshot.js';
import { isTerminal, type RunStatus } from './run-status.js';
import { RunStoreError } from './run-store-error.js';

interface RunRecord {
  /** Whether somebody still writes to it; it is not forgotten then. */
  held: boolean;
  snapshot: Omit<RunSnapshot, 'eventCount'>;
  binding: RunCapabilityBinding | null;
}

/** What a run came to. */
export interface RunOutcome {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly resultText?: string;
  readonly error?: { readonly code: string | null; readonly message: string };
}

/** The records of a session's runs, in the order in which they were made, with a bounded memory. */
export class RunStore {
  readonly #sessionId: string;
  readonly #clock: Clock;
  readonly #records = new Map<string, RunRecord>();
  readonly #events: RunEventStore;

  constructor(sessionId: string, clock: Clock) {
    this.#sessionId = sessionId;
    this.#clock = clock;
    this.#events = new RunEventStore(clock);
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  /** @throws {RunStoreError} `run-exists` */
  create(id: string, prompt: string): RunSnapshot {
    if (this.#records.has(id)) {
      throw new RunStoreError({ code: 'run-exists', runId: id });
    }
    const at = this.#clock.now();
    const record: RunRecord = {
      held: true,
      binding: null,
      snapshot: {
        id,
        sessionId: this.#sessionId,
        status: 'created',
        prompt: cutText(prompt, RECORD_TEXT_BYTES_MAX),
        capabilityBinding: null,
        createdAtMs: at,
        updatedAtMs: at,
        resultText: null,
        error: null,
        errorCode: null,
        usage: NO_TOKEN_USAGE,
        toolCallsCount: 0,
      },
    };
    this.#records.set(id, record);
    this.#forgetOldest();
    return this.#view(record);
  }

  /**
   * Records what the run was given. Writing the same again changes nothing.
   *
   * @throws {RunStoreError} `run-not-found`, `conflict` or `already-observed`
   */
  bind(id: string, binding: RunCapabilityBinding): RunSnapshot {
    const record = this.#record(id);
    if (record.binding?.equals(binding)) {
      return this.#view(record);
    }
    if (record.binding !== null) {
      throw new RunStoreError({ code: 'conflict', runId: id });
    }
    if (record.snapshot.status !== 'created' || this.#events.count(id) > 0) {
      throw new RunStoreError({ code: 'already-observed', runId: id });
    }
    record.binding = binding;
    return this.#update(record, { capabilityBinding: binding.toJSON() });
  }

  /** Moves a run that has not ended to another status. @throws {RunStoreError} `run-not-found` */
  advance(id: string, status: Exclude<RunStatus, 'created' | RunOutcome['status']>): RunSnapshot {
    const record = this.#record(id);
    return isTerminal(record.snapshot.status) ? this.#view(record) : this.#update(record, { status });
  }

  /** Records what a run has used so far, whether it has ended or not. @throws {RunStoreError} `run-not-found` */
  count(id: string, counts: Pick<RunSnapshot, 'usage' | 'toolCallsCount'>): void {
    this.#update(this.#record(id), counts);
  }

  /** Ends a run; one that has ended stays as it is. @throws {RunStoreError} `run-not-found` */
  finish(id: string, outcome: RunOutcome): RunSnapshot {
    const record = this.#record(id);
    const { snapshot } = record;
    if (isTerminal(snapshot.status)) {
      return this.#view(record);
    }
    return this.#update(record, {
      status: outcome.status,
      resultText:
        outcome.resultText === undefined ? null : cutText(outcome.resultText, RECORD_TEXT_BYTES_MAX),
      error: outcome.error?.message ?? null,
      errorCode: outcome.error?.code ?? null,
    });
  }

  /** Lets a record be forgotten when there are too many: nobody writes to it any more. */
  release(id: string): void {
    this.#record(id).held = false;
    this.#forgetOldest();
  }

  /** Adds an event to a run's own log. @throws {RunStoreError} `run-not-found` */
  append(id: string, event: object): void {
    this.#record(id);
    this.#events.append(id, event);
  }

  /**
   * Events of one run strictly after a number.
   *
   * @throws {RunStoreError} `run-not-found`
   */
  page(id: string, options: { readonly after?: number; readonly limit?: number } = {}): RunEventPage {
    this.#record(id);
    return this.#events.page(id, options);
  }

  snapshot(id: string): RunSnapshot | null {
    const record = this.#records.get(id);
    return record === undefined ? null : this.#view(record);
  }

  /** All runs, oldest first. */
  list(): readonly RunSnapshot[] {
    return [...this.#records.values()].map((record) => this.#view(record));
  }

  #record(id: string): RunRecord {
    const record = this.#records.get(id);
    if (record === undefined) {
      throw new RunStoreError({ code: 'run-not-found', runId: id });
    }
    return record;
  }

  #update(record: RunRecord, change: Partial<RunRecord['snapshot']>): RunSnapshot {
    const updatedAtMs = Math.max(record.snapshot.updatedAtMs, this.#clock.now());
    record.snapshot = { ...record.snapshot, ...change, updatedAtMs };
    return this.#view(record);
  }

  #view({ snapshot }: RunRecord): RunSnapshot {
    return deepFreeze({ ...snapshot, eventCount: this.#events.count(snapshot.id) });
  }

  #forgetOldest(): void {
    for (const [id, { held }] of this.#records) {
      if (this.#records.size <= RUN_RECORDS_MAX) {
        return;
      }
      if (!held) {
        this.#records.delete(id);
        this.#events.forget(id);
      }
    }
  }
}
