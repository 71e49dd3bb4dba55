import type { CapabilityCleanupReport, RunCapabilityBindingJson } from '@changeover/capability-core';
import type { Batch } from '../../protocol/batch.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import type { Session } from '../../protocol/session.js';
import type { Ledger, LedgerEntry } from '../ledger/ledger.js';
import {
  batchAfter,
  batchAfterCleanup,
  cancellingBatch,
  isUndone,
  newBatch,
} from '../projection/batch-after.js';
import { cleanupReportOf } from '../projection/cleanup-report.js';
import type { Publication } from '../projection/generation-entity.js';
import type { BatchHappening, RunHappening, SessionHappening } from '../projection/session-happening.js';
import { batchRecord } from '../records/batch-record.js';
import { recordKey } from '../records/record-keys.js';
import type { GenerationBook } from './generation-book.js';
import type { KeptGeneration } from './kept-generation.js';
import type { RunBook } from './run-book.js';
import { type SessionStanding, sessionEntry } from './session-standing.js';

/** A publication that is about to be applied as a batch. */
export interface ExpectedPublication extends Publication {
  readonly reason: string | null;
  /** Whether it is the session's stamp as it was before a restart. */
  readonly isRepublication: boolean;
  readonly binding: RunCapabilityBindingJson;
}

type Published = Extract<SessionHappening, { readonly type: 'generation-published' }>;

/** What the host knows of one session: turns its happenings into entities and hands them to the ledger. */
export class SessionBook {
  readonly runs: RunBook;
  readonly #ledger: Ledger;
  readonly #generations: GenerationBook;
  #standing: SessionStanding;
  #expected: ExpectedPublication | null = null;
  #batch: Batch | null;
  /** The last batch that was no republication, where it was not published. */
  #undone: Batch | null;
  #onlyRuns = false;

  constructor(options: {
    readonly ledger: Ledger;
    readonly runs: RunBook;
    readonly standing: SessionStanding;
    readonly generations: GenerationBook;
    /** What an earlier life had not published as the last. */
    readonly undone: Batch | null;
  }) {
    this.#ledger = options.ledger;
    this.runs = options.runs;
    this.#standing = options.standing;
    this.#generations = options.generations;
    this.#undone = options.undone;
    this.#batch = options.undone;
  }

  get standing(): SessionStanding {
    return this.#standing;
  }

  get session(): Session {
    return this.#standing.session;
  }

  get batch(): Batch | null {
    return this.#batch;
  }

  /** The generation in force; null before the first batch. */
  get current(): KeptGeneration | null {
    return this.#generations.get(this.session.stamp.generation) ?? null;
  }

  /** A generation that is in use, or whose effects are still being closed. */
  generation(number: number): KeptGeneration | undefined {
    return this.#generations.get(number);
  }

  /** Says what the next batch of this session is made of. */
  expect(publication: ExpectedPublication): void {
    this.#expected = publication;
  }

  /** Puts the session down in another condition. */
  change(change: Partial<Session>): void {
    this.#stand({ ...this.#standing, session: { ...this.session, ...change } });
  }

  /** Somebody takes back the batch that is being applied, if there is one. */
  cancelling(): void {
    if (this.#batch !== null) this.#putBatch(cancellingBatch(this.#batch));
  }

  /** Says why the batch was not published in more words than its events have. */
  failed(error: ErrorReport): void {
    if (this.#batch !== null && isUndone(this.#batch)) this.#putBatch({ ...this.#batch, error });
  }

  /** From now on nothing but the ends of runs is put down: the host stops, and the session will go on after it. */
  keepOnlyRuns(): void {
    this.#onlyRuns = true;
  }

  take(event: SessionHappening): void {
    if ('runId' in event) this.#takeRun(event);
    else if (this.#onlyRuns) return;
    else if ('batchId' in event) this.#takeBatch(event);
    else if (event.type === 'generation-published') this.#publish(event);
    else if (event.type === 'generation-retired') this.#generations.retired(event);
    else if (event.type === 'cleanup-queued') {
      this.change({ pendingCleanups: this.session.pendingCleanups + 1 });
    } else if (event.type === 'cleanup-drained') this.#cleaned(event.report, event.at);
    else if (event.type === 'session-closed') this.#closed(event.report, event.at);
  }

  #takeRun(event: RunHappening): void {
    const generation = this.runs.get(event.runId)?.generation ?? null;
    this.runs.take(event);
    if (event.type === 'run-admitted') this.#countPins(event.generation);
    if (event.type === 'run-closed' && generation !== null) this.#countPins(generation);
  }

  #countPins(number: number): void {
    if (!this.#onlyRuns) this.#generations.countPins(number, this.runs.pinnedTo(number).length);
  }

  #takeBatch(event: BatchHappening): void {
    if (event.type === 'batch-staged') {
      const { id } = this.session;
      const { packages = [], reason = null, isRepublication = false } = this.#expected ?? {};
      this.#putBatch(newBatch(event, { session: id, packages, reason, isRepublication }));
    } else if (this.#batch?.id === event.batchId) {
      this.#putBatch(batchAfter(this.#batch, event));
      if (event.type === 'batch-committed') this.#showUndone();
    }
  }

  /** Stamp, binding and generation go to the ledger in one step, so that they are stored in one transaction. */
  #publish(event: Published): void {
    const expected = this.#expected;
    if (expected === null || expected.set.digest !== event.stamp.digest) return;
    this.#expected = null;
    this.#generations.published(this.session.id, expected, event, this.session.stamp.generation);
    this.#stand({
      session: { ...this.session, stamp: event.stamp },
      registryGeneration: event.useGeneration?.generation ?? null,
      binding: expected.binding,
      packages: expected.packages,
      folders: null,
    });
  }

  #cleaned(report: CapabilityCleanupReport, at: number): void {
    this.#generations.cleaned(report, at);
    const done = report.rollbackBatches + report.retiredBatches;
    this.change({
      pendingCleanups: Math.max(0, this.session.pendingCleanups - done),
      lastCleanup: cleanupReportOf(report, at),
    });
    if (this.#batch !== null) this.#putBatch(batchAfterCleanup(this.#batch, report, at));
  }

  #closed(report: CapabilityCleanupReport, at: number): void {
    this.#generations.closed(this.session.stamp.generation, report.effectsClosed, at);
    this.#ledger.keep({ key: recordKey.batch(this.session.id) });
    this.change({
      state: 'closed',
      closedAt: at,
      pendingCleanups: 0,
      lastCleanup: cleanupReportOf(report, at),
    });
  }

  #stand(standing: SessionStanding): void {
    this.#standing = standing;
    this.#ledger.put(`session/${standing.session.id}`, sessionEntry(standing));
  }

  /** That a generation is published again is no answer to a batch that failed before the restart. */
  #showUndone(): void {
    if (this.#batch?.isRepublication === true && this.#undone !== null) this.#putBatch(this.#undone);
  }

  #putBatch(batch: Batch): void {
    if (batch === this.#batch) return;
    this.#batch = batch;
    this.#ledger.put(`batch/${batch.session}`, {
      event: { type: 'batch', batch },
      records: this.#batchRecords(batch),
    });
  }

  #batchRecords(batch: Batch): LedgerEntry['records'] {
    if (batch.isRepublication || batch.endedAt === null) return [];
    this.#undone = isUndone(batch) ? batch : null;
    const key = recordKey.batch(batch.session);
    return [this.#undone === null ? { key } : { key, value: batchRecord(this.#undone) }];
  }
}
