import type { CapabilityCommitReceipt } from '../catalog/capability-commit-receipt.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { RunCapabilityBinding } from '../scope/run-capability-binding.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { publishBatch } from './publication.js';
import type { SessionCapabilityBatch } from './session-batch.js';
import type { SessionState } from './session-state.js';

/**
 * Brings an untouched session to the generation that `expected` records.
 *
 * @throws {CapabilityRuntimeError} `recovery-binding` when the batch is not that generation, and all that a
 * publication can throw
 */
export async function recoverBatch(
  state: SessionState,
  expected: RunCapabilityBinding,
  batch: SessionCapabilityBatch,
  signal: AbortSignal | undefined,
): Promise<CapabilityCommitReceipt> {
  const { target } = batch;
  try {
    expected.assertMatches(bindingOf(state, target));
  } catch (error) {
    throw new CapabilityRuntimeError(
      { code: 'recovery-binding', reason: messageOf(error) },
      { cause: error },
    );
  }
  return await publishBatch(state, batch, { signal, start: 'recovery' });
}

/** What a run would be given on a set. */
export function bindingOf(state: SessionState, set: CapabilitySet): RunCapabilityBinding {
  return RunCapabilityBinding.of(set, state.ceilingOf(set));
}

/** What a run would be given now. */
export function currentBinding(state: SessionState): RunCapabilityBinding {
  return bindingOf(state, state.catalog.current.projection.set);
}
