import {
  Agent,
  type AgentSession,
  PermissionPolicy,
  RunCapabilityBinding,
  ScopeClosePolicy,
} from '@changeover/capability-core';
import type { Batch } from '../../protocol/batch.js';
import { HostError } from '../errors/host-error.js';
import { reportOfError } from '../errors/report-of-error.js';
import { CLOSE_TIMEOUT_MS, RESTORE_TIMEOUT_MS } from '../limits.js';
import type { BatchContent } from '../packages/package-batch.js';
import { RehearsedClient } from '../rehearsals/rehearsed-client.js';
import { GenerationBook } from './generation-book.js';
import type { KeptGeneration } from './kept-generation.js';
import { readInPlace, restoreError } from './restore-error.js';
import { RunBook } from './run-book.js';
import { type AppliedBatch, type BatchPurpose, SessionBatches } from './session-batches.js';
import { SessionBook } from './session-book.js';
import { SessionRuns } from './session-runs.js';
import type { SessionServices } from './session-services.js';
import type { SessionStanding } from './session-standing.js';

/** An open session as an earlier life left it; a new one has nothing of it. */
export interface StoredSession {
  readonly standing: SessionStanding;
  readonly generations: readonly KeptGeneration[];
  /** Its last batch, if that was not published. */
  readonly undone: Batch | null;
}

/** A session that is not closed: the agent's session, and what the host keeps of it. */
export class LiveSession {
  readonly book: SessionBook;
  readonly batches: SessionBatches;
  readonly runs: SessionRuns;
  readonly #agent: AgentSession;
  readonly #services: SessionServices;
  #closing: Promise<void> | null = null;

  constructor(services: SessionServices, { standing, generations, undone }: StoredSession) {
    const { clock, ids, ledger, packages } = services;
    const { id, workspace } = standing.session;
    const runs = new RunBook(ledger, services.runs);
    const client = new RehearsedClient((run, waitingFor) =>
      runs.change(run, (found) => ({ ...found, waitingFor })),
    );
    this.#services = services;
    const book = new GenerationBook({ ledger, keeper: packages.keeper, generations });
    this.book = new SessionBook({ ledger, runs, standing, generations: book, undone });
    this.#agent = Agent.fromConfig().buildSession(workspace, client, {
      sessionId: id,
      clock,
      ids,
      closePolicy: new ScopeClosePolicy(CLOSE_TIMEOUT_MS),
      // Runs follow rehearsals, which name the very calls that the project's author wrote down.
      permissionPolicy: new PermissionPolicy().allow('*'),
    });
    this.batches = new SessionBatches(this.#agent, this.book, services);
    this.runs = new SessionRuns(this.#agent, client, runs, services);
    this.#agent.subscribe((event) => {
      if (event.type === 'events-lost') return;
      this.book.take(event);
      // Not within the event: closing effects is work of its own.
      if (event.type === 'cleanup-queued') queueMicrotask(() => void this.batches.drain());
    });
  }

  /** Applies a batch; when its generation could not be stored, the session is not used any further. */
  async apply(content: BatchContent, purpose: BatchPurpose): Promise<AppliedBatch> {
    try {
      const applied = await this.batches.apply(content, purpose);
      if (this.book.session.state === 'needs-you') this.book.change({ state: 'open', problem: null });
      return applied;
    } catch (error) {
      if (error instanceof HostError && error.code === 'store-write-failed') this.#needsYou(error);
      throw error;
    }
  }

  /** Publishes the stored stamp again. What keeps it from that becomes the session's problem; nothing is thrown. */
  async restore(outer: AbortSignal): Promise<void> {
    if (!this.#isRestoring) return;
    const timeout = AbortSignal.timeout(RESTORE_TIMEOUT_MS);
    try {
      await this.#republish(AbortSignal.any([outer, timeout]));
      if (this.#isRestoring) this.book.change({ state: 'open', problem: null });
    } catch (error) {
      // A session that is being closed meanwhile needs nobody any more.
      if (!outer.aborted && this.#isRestoring)
        this.#needsYou(restoreError(this.book.session, error, timeout.aborted));
    }
  }

  /** Closes it for good. Resolves when that is stored. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Lets it go, to be published again by the next host; one that is being closed is closed. */
  async stop(): Promise<void> {
    if (this.#closing !== null) return this.#closing;
    // What a retired generation left is closed while there is still a book to put it down in.
    await this.batches.drain();
    this.book.keepOnlyRuns();
    this.runs.endAll();
    await this.#agent.close();
  }

  async #close(): Promise<void> {
    this.book.cancelling();
    this.book.change({ state: 'closing' });
    await this.#agent.close();
    await this.#services.ledger.flush();
  }

  get #isRestoring(): boolean {
    return this.book.session.state === 'restoring';
  }

  #needsYou(error: unknown): void {
    const problem = reportOfError(error);
    this.book.change({ state: 'needs-you', problem });
    this.#services.printFailure(`Session ${this.book.session.id} admits no run`, problem);
  }

  async #republish(signal: AbortSignal): Promise<void> {
    const { session, registryGeneration, binding, packages, folders } = this.book.standing;
    if (registryGeneration === null || binding === null) return;
    const names = packages.map(({ name }) => name);
    if (folders !== null) throw readInPlace(session.id, names, folders);
    const content: BatchContent = { packageGeneration: registryGeneration, packages: names };
    await this.batches.restore(content, RunCapabilityBinding.parse(binding), signal);
    this.#services.audit.write({
      actor: 'host',
      command: 'generation.republish',
      target: `${session.id} generation ${session.stamp.generation}`,
      outcome: 'done',
      durationMs: null,
      reason: null,
      detail: 'Published again from the store, as it was before the restart',
    });
  }
}
