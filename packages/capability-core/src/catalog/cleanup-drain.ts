import type { CapabilityCleanupReport } from '../lifecycle/capability-cleanup-report.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import type { Clock } from '../lifecycle/clock.js';
import { CloseFailureList, type CloseSubject } from '../lifecycle/close-failure.js';
import { Deadline } from '../lifecycle/deadline.js';
import type { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import { settleWithin } from '../lifecycle/settle-within.js';
import type { CleanupReason } from './catalog-observer.js';

/** Effects that are closed together, in the order in which they were registered. */
export interface CleanupBatch {
  readonly reason: CleanupReason;
  readonly effects: readonly CapabilityEffect[];
}

/**
 * Closes batches in the given order, the effects of each from the newest to the oldest, one at a time, all of them
 * under one deadline. Never rejects; an effect that fails or runs out of time is reported and not tried again.
 */
export async function drainCleanup(
  batches: readonly CleanupBatch[],
  { clock, policy }: { readonly clock: Clock; readonly policy: ScopeClosePolicy },
): Promise<CapabilityCleanupReport> {
  const deadline = Deadline.after(clock, policy.timeoutMs);
  const drain = new CleanupDrain();
  for (const batch of batches) {
    drain.begin(batch.reason);
    for (const effect of [...batch.effects].reverse()) await drain.close(effect, clock, deadline);
  }
  return drain.report();
}

class CleanupDrain {
  readonly #batches = { rollback: 0, retired: 0 };
  readonly #effects = { closed: 0, failed: 0, timedOut: 0 };
  readonly #failures = new CloseFailureList();

  begin(reason: CleanupReason): void {
    this.#batches[reason] += 1;
  }

  async close(effect: CapabilityEffect, clock: Clock, deadline: Deadline): Promise<void> {
    const subject: CloseSubject = { scope: null, name: effect.name, kind: 'effect' };
    if (deadline.expired) {
      this.#timedOut(subject, 'was never closed: the time for cleaning up was over before its turn');
      return;
    }
    const closed = await settleWithin(({ signal }) => effect.close({ signal }), {
      clock,
      timeoutMs: deadline.remainingMs,
    });
    switch (closed.outcome) {
      case 'fulfilled':
        this.#effects.closed += 1;
        return;
      case 'rejected':
        this.#effects.failed += 1;
        this.#failures.failed(subject, closed.error);
        return;
      case 'timed-out':
        this.#timedOut(subject, 'did not close in time and was left behind');
    }
  }

  report(): CapabilityCleanupReport {
    const { closed, failed, timedOut } = this.#effects;
    return Object.freeze({
      rollbackBatches: this.#batches.rollback,
      retiredBatches: this.#batches.retired,
      effectsClosed: closed,
      effectsFailed: failed,
      effectsTimedOut: timedOut,
      clean: failed === 0 && timedOut === 0,
      ...this.#failures.finish(),
    });
  }

  #timedOut(subject: CloseSubject, message: string): void {
    this.#effects.timedOut += 1;
    this.#failures.timedOut(subject, message);
  }
}
