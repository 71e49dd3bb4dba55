import {
  type AgentSession,
  type CapabilityCommitReceipt,
  CapabilityReadinessPlan,
  CapabilitySet,
  type RunCapabilityBinding,
  type SessionCapabilityBatch,
} from '@changeover/capability-core';
import type { BatchPreview } from '../../protocol/batch.js';
import type { Stamp } from '../../protocol/generation.js';
import { HostError } from '../errors/host-error.js';
import { reportOfError } from '../errors/report-of-error.js';
import { BATCH_TIMEOUT_MS, REGISTRY_TIMEOUT_MS } from '../limits.js';
import { type BatchContent, type PackageBatch, packageBatch } from '../packages/package-batch.js';
import { generationName } from '../packages/package-holders.js';
import { changesBetween } from '../projection/set-changes.js';
import { inTime } from '../waiting/in-time.js';
import { otherContent } from './restore-error.js';
import type { SessionBook } from './session-book.js';
import type { SessionServices } from './session-services.js';

/** Why a batch is applied. */
export interface BatchPurpose {
  readonly cause: string;
  readonly reason: string | null;
  readonly signal: AbortSignal;
  /** Whether it is the session's stamp as it was before a restart. */
  readonly isRepublication?: boolean;
}

/** How a batch ended that was committed. */
export interface AppliedBatch {
  readonly batch: string;
  readonly previous: Stamp;
  readonly committed: Stamp;
}

/** Number of the generation that a batch is made for, and whether its servers have to be decided about. */
interface MadeFor {
  readonly generation: number;
  readonly consent: 'required' | 'assumed';
}

/** Applies batches of packages to one session, one at a time, and cleans up after each. */
export class SessionBatches {
  readonly #agent: AgentSession;
  readonly #book: SessionBook;
  readonly #services: SessionServices;
  #applying: AbortController | null = null;
  #draining: Promise<void> | null = null;

  constructor(agent: AgentSession, book: SessionBook, services: SessionServices) {
    this.#agent = agent;
    this.#book = book;
    this.#services = services;
  }

  /** What applying this would do. Nothing is started, and servers that nobody has decided about are in it. */
  async preview(content: BatchContent, options: { readonly signal: AbortSignal }): Promise<BatchPreview> {
    const { signal } = options;
    const made = await inTime(
      { what: 'Reading the packages', timeoutMs: REGISTRY_TIMEOUT_MS, signal },
      (bounded) => this.#made(content, { generation: this.#nextNumber, consent: 'assumed' }, bounded),
    );
    const { current, session, runs } = this.#book;
    const { target } = made.batch;
    return {
      base: session.stamp,
      target: { generation: target.generation, digest: target.digest },
      packageGeneration: content.packageGeneration,
      packages: made.packages,
      undecided: made.undecided,
      refused: made.refused,
      waves: CapabilityReadinessPlan.fromSet(target).waves.map((wave) => wave.map((id) => id.toString())),
      ...changesBetween(current?.set ?? CapabilitySet.empty(), target),
      pinnedRuns: runs.pinned,
    };
  }

  /** Resolves when the generation is published and stored. */
  async apply(content: BatchContent, purpose: BatchPurpose): Promise<AppliedBatch> {
    const { keeper } = this.#services.packages;
    return this.#alone(purpose.signal, async (signal) => {
      const release = keeper.keep(content.packageGeneration, `a batch of session ${this.#book.session.id}`);
      try {
        const next = { generation: this.#nextNumber, consent: 'required' } as const;
        const made = await this.#made(content, next, signal);
        const binding = this.#agent.capabilityBindingOf(made.batch.target);
        return await this.#publish(made, binding, purpose, signal);
      } finally {
        release();
      }
    });
  }

  /**
   * Publishes the session's stored stamp again, in a session that was just built.
   *
   * @throws HostError `package-changed`, `server-refused` when what is stored makes another generation than the stamp's
   */
  async restore(content: BatchContent, binding: RunCapabilityBinding, signal: AbortSignal): Promise<void> {
    const { id, stamp } = this.#book.session;
    await this.#alone(signal, async (bounded) => {
      const stored = { generation: stamp.generation, consent: 'required' } as const;
      const made = await this.#made(content, stored, bounded);
      if (made.batch.target.digest !== stamp.digest) throw otherContent(id, stamp.generation, made);
      const purpose = { cause: 'Published again from the store', reason: null, isRepublication: true };
      await this.#publish(made, binding, purpose, bounded);
    });
  }

  /** @throws HostError `unknown-batch` when that batch is not being applied. */
  cancel(batch: string): void {
    const current = this.#book.batch;
    if (this.#applying === null || current?.id !== batch || current.endedAt !== null) {
      throw new HostError('unknown-batch', `The batch ${batch} is not being applied now`, { batch });
    }
    this.#book.cancelling();
    this.#applying.abort(
      new HostError('batch-cancelled', 'The batch was cancelled; nothing of it was published'),
    );
  }

  /** Closes what retired generations and rollbacks have left, until nothing is left. Never rejects. */
  drain(): Promise<void> {
    this.#draining ??= this.#drainAll().finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  get #nextNumber(): number {
    return this.#book.session.stamp.generation + 1;
  }

  async #publish(
    { batch, packages }: PackageBatch,
    binding: RunCapabilityBinding,
    { cause, reason, isRepublication = false }: Omit<BatchPurpose, 'signal'>,
    signal: AbortSignal,
  ): Promise<AppliedBatch> {
    const set = batch.target;
    this.#book.expect({ set, packages, cause, reason, isRepublication, binding: binding.toJSON() });
    const { previous, committed } = await this.#commit(batch, binding, signal);
    await this.#services.ledger.flush();
    return { batch: this.#book.batch?.id ?? '', previous, committed };
  }

  /** What comes after it is no longer the signal's to undo: the batch is committed then. */
  async #commit(
    batch: SessionCapabilityBatch,
    binding: RunCapabilityBinding,
    signal: AbortSignal,
  ): Promise<CapabilityCommitReceipt> {
    try {
      return this.#isUntouched()
        ? await this.#agent.bootstrapRecoveryCapabilityBatch(binding, batch, { signal })
        : await this.#agent.applyCapabilityBatch(batch, { signal });
    } catch (error) {
      throw endedBySignal(error, signal);
    }
  }

  /** A session of an earlier life, whose catalog does not hold what its stamp says. */
  #isUntouched(): boolean {
    return this.#agent.capabilityCatalogStamp.generation === 0 && this.#book.session.stamp.generation !== 0;
  }

  async #made(content: BatchContent, purpose: MadeFor, signal: AbortSignal): Promise<PackageBatch> {
    const { generation, consent } = purpose;
    try {
      return await packageBatch(this.#services.packages.registry, content, {
        generation,
        consent,
        owner: generationName(this.#book.session.id, generation),
        serverAdapter: this.#services.serverAdapter,
        signal,
      });
    } catch (error) {
      throw endedBySignal(error, signal);
    }
  }

  async #alone<Result>(outer: AbortSignal, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (this.#applying !== null) {
      throw new HostError(
        'batch-in-progress',
        `A batch is being applied to the session ${this.#book.session.id}`,
        {
          session: this.#book.session.id,
        },
      );
    }
    const own = new AbortController();
    this.#applying = own;
    const undoTimer = this.#services.clock.setTimer(BATCH_TIMEOUT_MS, () =>
      own.abort(new HostError('batch-timeout', `The batch was not ready within ${BATCH_TIMEOUT_MS} ms`)),
    );
    const takeBack = (): void => this.#book.cancelling();
    outer.addEventListener('abort', takeBack, { once: true });
    const signal = AbortSignal.any([outer, own.signal]);
    const before = this.#book.batch;
    try {
      return await run(signal);
    } catch (error) {
      if (this.#book.batch !== before) this.#book.failed(reportOfError(error));
      await this.drain();
      // Whoever asked sees what became of the batch before they are told that it failed.
      await this.#services.ledger.flush().catch(() => undefined);
      throw error;
    } finally {
      undoTimer();
      outer.removeEventListener('abort', takeBack);
      this.#applying = null;
    }
  }

  async #drainAll(): Promise<void> {
    // A generation may retire while its predecessor is cleaned up; each round takes at least one batch away.
    while (this.#agent.pendingCapabilityCleanupBatches > 0) await this.#agent.drainCapabilityCleanup();
  }
}

/** A batch that was cancelled fails with whatever its adapters made of it; the reason is what people want to know. */
function endedBySignal(error: unknown, signal: AbortSignal): unknown {
  const { reason } = signal;
  if (!signal.aborted || !(reason instanceof HostError)) return error;
  return new HostError(reason.code, reason.message, reason.details, { cause: error });
}
