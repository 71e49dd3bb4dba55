import type { CapabilityProjectionLease } from '../catalog/capability-projection-lease.js';
import { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import type { RetainedUseGeneration, UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { UseGenerationLeaseError } from '../lease/use-generation-lease-error.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { settle } from '../lifecycle/settle-within.js';
import { boundedCall } from '../loop/bounded-call.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { LEASE_ACQUISITION_TIMEOUT_MS } from './limits.js';
import type { SessionState } from './session-state.js';

/**
 * Takes the lease that a run on the pinned generation needs. One that comes too late is given back.
 *
 * @returns `null` when the generation comes from no packages
 * @throws {CapabilityRuntimeError} `missing-use-lease-provider`, `unexpected-use-lease-provider`,
 * `use-lease-provider-mismatch`, `use-lease-acquisition` or `cancelled`
 */
export async function acquireUseLease(
  state: SessionState,
  runId: string,
  { projection, leaseProvider }: CapabilityProjectionLease,
  signal: AbortSignal,
): Promise<RetainedUseGeneration | null> {
  const { useGeneration } = projection.set;
  if (useGeneration === null) {
    if (leaseProvider !== null) {
      throw new CapabilityRuntimeError({ code: 'unexpected-use-lease-provider' });
    }
    return null;
  }
  if (leaseProvider === null) {
    throw new CapabilityRuntimeError({ code: 'missing-use-lease-provider' });
  }
  const mismatch = useGeneration.mismatch(leaseProvider.useGeneration);
  if (mismatch !== null) {
    throw new CapabilityRuntimeError({ code: 'use-lease-provider-mismatch', ...mismatch });
  }
  const lease = await acquire(state, runId, leaseProvider, signal);
  if (!(lease?.useGeneration instanceof UseCapabilityGeneration)) {
    // What may be a lease all the same is not kept.
    void settle(() => lease.release());
    throw acquisitionError(new UseGenerationLeaseError('what was acquired says no Use generation'));
  }
  state.emit({ type: 'lease-acquired', runId, useGeneration: lease.useGeneration.toJSON() });
  return reportRelease(state, runId, lease);
}

async function acquire(
  state: SessionState,
  runId: string,
  provider: UseGenerationLeaseProvider,
  signal: AbortSignal,
): Promise<RetainedUseGeneration> {
  const outcome = await boundedCall((inner) => provider.acquire({ signal: inner }), {
    signal,
    timeoutMs: LEASE_ACQUISITION_TIMEOUT_MS,
    clock: state.clock,
    onLate: (late) => void giveBack(state, runId, late),
  });
  switch (outcome.type) {
    case 'done':
      return outcome.value;
    case 'cancelled':
      throw new CapabilityRuntimeError({ code: 'cancelled' });
    case 'timed-out':
      throw acquisitionError(new UseGenerationLeaseError(`it took over ${LEASE_ACQUISITION_TIMEOUT_MS} ms`));
    case 'failed':
      throw acquisitionError(outcome.error);
  }
}

function acquisitionError(error: unknown): CapabilityRuntimeError {
  const cause =
    error instanceof UseGenerationLeaseError
      ? error
      : new UseGenerationLeaseError(messageOf(error, ''), { cause: error });
  return new CapabilityRuntimeError({ code: 'use-lease-acquisition', reason: cause.message }, { cause });
}

async function giveBack(state: SessionState, runId: string, late: RetainedUseGeneration): Promise<void> {
  let error: string | null = null;
  try {
    await late.release();
  } catch (problem) {
    error = messageOf(problem);
  }
  state.emit({ type: 'late-lease', runId, error });
}

function reportRelease(
  state: SessionState,
  runId: string,
  lease: RetainedUseGeneration,
): RetainedUseGeneration {
  const { useGeneration } = lease;
  return {
    useGeneration,
    release: async () => {
      await lease.release();
      state.emit({ type: 'lease-released', runId, useGeneration: useGeneration.toJSON() });
    },
  };
}
