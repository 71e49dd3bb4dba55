import type { CapabilityCommitReceipt } from '../catalog/capability-commit-receipt.js';
import { CapabilityProjectionError } from '../catalog/capability-projection-error.js';
import type { PreparationObserver } from '../catalog/preparation-observer.js';
import type { StagedTransaction } from '../catalog/staged-transaction.js';
import { LinkedAbort } from '../lifecycle/abort.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { stampOf } from './catalog-events.js';
import { buildPinnedRegistry } from './pinned-registry.js';
import type { SessionCapabilityBatch } from './session-batch.js';
import type { SessionState } from './session-state.js';

/** Where a publication starts from: the generation before, or an untouched catalog. */
export type PublicationStart = 'next' | 'recovery';

/**
 * Publishes a batch, or changes nothing. Publications follow one another; runs are neither awaited nor disturbed.
 *
 * @throws {CapabilityRuntimeError} `projection`, `runtime-name-conflict`, `runtime-value-invalid`, `cancelled` or
 * `session-closed`
 */
export async function publishBatch(
  state: SessionState,
  batch: SessionCapabilityBatch,
  options: { readonly signal?: AbortSignal | undefined; readonly start: PublicationStart },
): Promise<CapabilityCommitReceipt> {
  const batchId = `batch-${state.ids.next()}`;
  using abort = new LinkedAbort([state.abort.signal, options.signal]);
  try {
    using _turn = await state.mutation.acquire(abort.signal);
    return await publish(state, batch, { batchId, start: options.start, signal: abort.signal });
  } catch (error) {
    const refusal = publicationRefusal(state, abort.signal, error);
    const { cause } = refusal;
    state.emit({
      type: 'batch-rolled-back',
      batchId,
      code: refusal.code,
      message: refusal.message,
      cause: cause === undefined ? null : { code: codeOf(cause), message: messageOf(cause) },
    });
    throw refusal;
  }
}

async function publish(
  state: SessionState,
  batch: SessionCapabilityBatch,
  { batchId, start, signal }: { batchId: string; start: PublicationStart; signal: AbortSignal },
): Promise<CapabilityCommitReceipt> {
  state.assertOpen();
  signal.throwIfAborted();
  const { target, leaseProvider } = batch;
  using staged = start === 'next' ? state.catalog.begin(target) : state.catalog.beginRecovery(target);
  for (const { id, adapter } of batch.take()) {
    staged.stage(id, adapter);
  }
  announce(state, batchId, staged);
  const { prepareConcurrency } = state.settings;
  using prepared = await staged.prepare({
    signal,
    policy: state.closePolicy,
    observer: observe(state, batchId),
    ...(prepareConcurrency === undefined ? {} : { concurrency: prepareConcurrency }),
  });
  using validated = prepared.validate();
  state.emit({ type: 'batch-validated', batchId });

  // From here to the commit nothing waits and nobody is told, so that a close or a registration is wholly before
  // or wholly after.
  state.assertOpen();
  signal.throwIfAborted();
  buildPinnedRegistry(validated.projection, state);
  // Building it asks code of the host, which may have closed the session or given the batch up.
  state.assertOpen();
  signal.throwIfAborted();
  return state.catalogEvents.during({ batchId, useGeneration: target.useGeneration }, () =>
    validated.commit({ leaseProvider }),
  );
}

function announce(state: SessionState, batchId: string, staged: StagedTransaction): void {
  const { set, plan, target, base } = staged;
  state.emit({
    type: 'batch-staged',
    batchId,
    target: stampOf(target),
    base: stampOf(base),
    waves: plan.waves.map((wave) => wave.map(String)),
    capabilities: set.capabilities.map(({ id, publicName }) => ({
      id: id.toString(),
      kind: id.kind,
      publicName,
    })),
  });
}

function observe(state: SessionState, batchId: string): PreparationObserver {
  return {
    preparing: (id) => state.emit({ type: 'capability-preparing', batchId, capability: id.toString() }),
    prepared: (id, details) =>
      state.emit({ type: 'capability-prepared', batchId, capability: id.toString(), ...details }),
    failed: (id, details) =>
      state.emit({ type: 'capability-failed', batchId, capability: id.toString(), ...details }),
    rolledBack: (id) => state.emit({ type: 'capability-rolled-back', batchId, capability: id.toString() }),
    lateEffect: (id, report) =>
      state.emit({ type: 'late-effect', batchId, capability: id.toString(), report }),
  };
}

/** A close is reported before a cancellation, and either before what it made fail. */
export function publicationRefusal(
  state: SessionState,
  signal: AbortSignal,
  error: unknown,
): CapabilityRuntimeError {
  if (state.closed) {
    return new CapabilityRuntimeError({ code: 'session-closed' }, { cause: error });
  }
  if (error instanceof CapabilityRuntimeError) {
    return error;
  }
  const projection = error instanceof CapabilityProjectionError ? error : null;
  if (signal.aborted && (projection === null || projection.code === 'cancelled')) {
    return new CapabilityRuntimeError({ code: 'cancelled' }, { cause: error });
  }
  return new CapabilityRuntimeError({ code: 'projection', reason: messageOf(error) }, { cause: error });
}
