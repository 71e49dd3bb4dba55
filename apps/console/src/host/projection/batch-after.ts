import type { CapabilityCleanupReport } from '@changeover/capability-core';
import type { Batch, BatchCapability } from '../../protocol/batch.js';
import type { PackageVersion } from '../../protocol/capability-package.js';
import { cleanupReportOf } from './cleanup-report.js';
import { errorOfEvent } from './error-of-event.js';
import type { BatchHappening } from './session-happening.js';

type StagedHappening = Extract<BatchHappening, { readonly type: 'batch-staged' }>;

/** What a batch is made of and why, as its operator said. */
export interface BatchOrigin {
  readonly session: string;
  readonly packages: readonly PackageVersion[];
  readonly reason: string | null;
  readonly isRepublication: boolean;
}

/** A batch at the moment at which it was staged. */
export function newBatch(event: StagedHappening, origin: BatchOrigin): Batch {
  const names = new Map(event.capabilities.map((capability) => [capability.id, capability]));
  return {
    id: event.batchId,
    ...origin,
    state: 'preparing',
    base: event.base,
    target: event.target,
    startedAt: event.at,
    endedAt: null,
    waves: event.waves.map((wave) =>
      wave.map((id) => ({
        id,
        kind: names.get(id)?.kind ?? '',
        publicName: names.get(id)?.publicName ?? id,
        state: 'staged' as const,
        startedAt: null,
        durationMs: null,
        effects: 0,
        error: null,
      })),
    ),
    receipt: null,
    error: null,
    rollback: null,
  };
}

/** The batch after one of its happenings. */
export function batchAfter(batch: Batch, event: BatchHappening): Batch {
  switch (event.type) {
    case 'capability-preparing':
      return withCapability(batch, event.capability, { state: 'preparing', startedAt: event.at });
    case 'capability-prepared':
      return withCapability(batch, event.capability, {
        state: 'prepared',
        durationMs: Math.round(event.durationMs),
        effects: event.effects,
      });
    case 'capability-failed':
      return withCapability(batch, event.capability, {
        state: event.code === 'cancelled' ? 'cancelled' : 'failed',
        durationMs: Math.round(event.durationMs),
        error: errorOfEvent(event),
      });
    case 'capability-rolled-back':
      return withCapability(batch, event.capability, { state: 'rolled-back' });
    case 'batch-committed':
      return { ...batch, state: 'committed', endedAt: event.at, receipt: event.receipt };
    case 'batch-rolled-back':
      return {
        ...batch,
        state: batch.state === 'cancelling' ? 'cancelled' : 'rolled-back',
        endedAt: event.at,
        error: errorOfEvent(event, event.cause),
      };
    case 'batch-staged':
    case 'batch-validated':
    case 'late-effect':
      return batch;
  }
}

/** The batch after the cleanup that followed its rollback. */
export function batchAfterCleanup(batch: Batch, report: CapabilityCleanupReport, at: number): Batch {
  if (!isUndone(batch) || report.rollbackBatches === 0) return batch;
  return { ...batch, rollback: cleanupReportOf(report, at) };
}

/** True for a batch that ended without being published. */
export function isUndone({ state }: Batch): boolean {
  return state === 'rolled-back' || state === 'cancelled';
}

/** The batch from the moment at which somebody cancelled it. */
export function cancellingBatch(batch: Batch): Batch {
  return batch.state === 'preparing' ? { ...batch, state: 'cancelling' } : batch;
}

function withCapability(batch: Batch, id: string, change: Partial<BatchCapability>): Batch {
  return {
    ...batch,
    waves: batch.waves.map((wave) =>
      wave.map((capability) => (capability.id === id ? { ...capability, ...change } : capability)),
    ),
  };
}
