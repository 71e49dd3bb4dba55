import type { CapabilityCleanupReport, RunCapabilityBindingJson } from '@changeover/capability-core';
import type { Batch } from '../../protocol/batch.js';
import type { ErrorReport } from '../../protocol/error-report.js';
import type { Session } from '../../protocol/session.js';
import type { Ledger } from '../ledger/ledger.js';
import {
  batchAfter,
  batchAfterCleanup,
  cancellingBatch,
  isUndone,
  newBatch,
} from '../projection/batch-after.js';
import { cleanupReportOf } from '../projection/cleanup-report.js';
import { newGeneration, type Publication, retiredGeneration } from '../projection/generation-entity.js';
import type { BatchHappening, RunHappening, SessionHappening } from '../projection/session-happening.js';
import { generationEntry, type KeptGeneration } from './kept-generation.js';
import type { RunBook } from './run-book.js';
import { type SessionStanding, sessionEntry } from './session-standing.js';

/** A publication that is about to be applied as a batch. */
export interface ExpectedPublication extends Publication {
  readonly reason: string | null;
  readonly binding: RunCapabilityBindingJson;
}

type Published = Extract<SessionHappening, { readonly type: 'generation-published' }>;
type Retired = Extract<SessionHappening, { readonly type: 'generation-retired' }>;

/** What the host knows of one session: turns its happenings into entities and hands them to the ledger. */
export class SessionBook {
  readonly runs: RunBook;
  readonly #ledger: Ledger;
  readonly #generations = new Map<number, KeptGeneration>();
  /** Effects of retired generations that no cleanup report has told of yet. */
  readonly #retiring = new Map<number, number>();
  #standing: SessionStanding;
  #expected: ExpectedPublication | null = null;
  #batch: Batch | null = null;
  #onlyRuns = false;

  constructor(options: {
    readonly ledger: Ledger;
    readonly runs: RunBook;
    readonly standing: SessionStanding;
    /** Generations that have not retired. */
    readonly generations: readonly KeptGeneration[];
  }) {
    this.#ledger = options.ledger;
    this.runs = options.runs;
    this.#standing = options.standing;
    for (const kept of options.generations) this.#generations.set(kept.generation.generation, kept);
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
    else if (event.type === 'generation-retired') this.#retire(event);
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
    const kept = this.#generations.get(number);
    if (kept === undefined || this.#onlyRuns) return;
    const pins = this.runs.pinnedTo(number).length;
    this.#putGeneration({ ...kept, generation: { ...kept.generation, pins } });
  }

  #takeBatch(event: BatchHappening): void {
    if (event.type === 'batch-staged') {
      const { id } = this.session;
      const { packages = [], reason = null } = this.#expected ?? {};
      this.#putBatch(newBatch(event, { session: id, packages, reason }));
    } else if (this.#batch?.id === event.batchId) {
      this.#putBatch(batchAfter(this.#batch, event));
    }
  }

  /** Stamp, binding and generation go to the ledger in one step, so that they are stored in one transaction. */
  #publish(event: Published): void {
    const expected = this.#expected;
    if (expected === null || expected.set.digest !== event.stamp.digest) return;
    this.#expected = null;
    this.#supersede(event);
    const known = this.#generations.get(event.stamp.generation);
    if (known === undefined) {
      const generation = newGeneration(this.session.id, expected, event.at);
      this.#putGeneration({ generation, set: expected.set });
    }
    this.#stand({
      session: { ...this.session, stamp: event.stamp },
      registryGeneration: event.useGeneration?.generation ?? null,
      binding: expected.binding,
      packages: expected.packages,
    });
  }

  /** A session that could not be restored never had its stored generation in its catalog: nothing of it drains. */
  #supersede({ stamp, previous, at }: Published): void {
    const kept = this.current;
    if (kept === null || kept.generation.generation === stamp.generation) return;
    if (kept.generation.generation !== previous.generation) this.#settle(kept.generation.generation, 0, at);
    else this.#putGeneration({ ...kept, generation: { ...kept.generation, state: 'draining' } });
  }

  #retire({ stamp, effects, at }: Retired): void {
    const kept = this.#generations.get(stamp.generation);
    if (kept === undefined) return;
    if (effects > 0) this.#retiring.set(stamp.generation, effects);
    this.#putGeneration({
      ...kept,
      generation: retiredGeneration(kept.generation, at, effects > 0 ? null : 0),
    });
    if (effects === 0) this.#generations.delete(stamp.generation);
  }

  #cleaned(report: CapabilityCleanupReport, at: number): void {
    let closed = report.effectsClosed;
    if (report.retiredBatches > 0) {
      for (const [number, effects] of this.#retiring) {
        const share = Math.min(effects, closed);
        closed -= share;
        this.#settle(number, share, at);
      }
      this.#retiring.clear();
    }
    const done = report.rollbackBatches + report.retiredBatches;
    this.change({
      pendingCleanups: Math.max(0, this.session.pendingCleanups - done),
      lastCleanup: cleanupReportOf(report, at),
    });
    if (this.#batch !== null) this.#putBatch(batchAfterCleanup(this.#batch, report, at));
  }

  #closed(report: CapabilityCleanupReport, at: number): void {
    for (const number of this.#generations.keys()) {
      const isCurrent = number === this.session.stamp.generation;
      this.#settle(number, isCurrent ? report.effectsClosed : 0, at);
    }
    this.change({
      state: 'closed',
      closedAt: at,
      pendingCleanups: 0,
      lastCleanup: cleanupReportOf(report, at),
    });
  }

  #settle(number: number, effectsClosed: number, at: number): void {
    const kept = this.#generations.get(number);
    if (kept === undefined) return;
    const { generation } = kept;
    this.#putGeneration({
      ...kept,
      generation: retiredGeneration(generation, generation.retiredAt ?? at, effectsClosed),
    });
    this.#generations.delete(number);
  }

  #stand(standing: SessionStanding): void {
    this.#standing = standing;
    this.#ledger.put(`session/${standing.session.id}`, sessionEntry(standing));
  }

  #putGeneration(kept: KeptGeneration): void {
    const { session, generation } = kept.generation;
    this.#generations.set(generation, kept);
    this.#ledger.put(`generation/${session}/${generation}`, generationEntry(kept));
  }

  #putBatch(batch: Batch): void {
    if (batch === this.#batch) return;
    this.#batch = batch;
    this.#ledger.put(`batch/${batch.session}`, { event: { type: 'batch', batch }, records: [] });
  }
}
