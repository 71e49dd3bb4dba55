import { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import { SessionCapabilityBatch } from '../session/session-batch.js';
import type { UseSnapshot } from './use-snapshot.js';

/** What of a session a batch is made for. */
export interface BatchSession {
  readonly capabilityCatalogStamp: { readonly generation: number };
}

/** The complete next batch of a session: the snapshot's capabilities and nothing else. */
export function sessionBatch(session: BatchSession, snapshot: UseSnapshot): SessionCapabilityBatch {
  return snapshotBatch(snapshot, session.capabilityCatalogStamp.generation + 1);
}

/**
 * The batch that publishes a snapshot as a given generation, for a session that is brought back to one it had.
 *
 * @throws {CapabilitySetError} when the packages do not make a set
 */
export function snapshotBatch(snapshot: UseSnapshot, generation: number): SessionCapabilityBatch {
  const target = CodeCatalogGeneration.of(generation);
  const set = CapabilitySet.fromUseProjection(target, snapshot.useGeneration, snapshot.contributions);
  const batch = SessionCapabilityBatch.fromUseProjection(set, snapshot.leaseProvider);
  for (const { id } of set.capabilities) {
    const adapter = snapshot.adapters.get(id.toString());
    if (adapter !== undefined) batch.stage(id, adapter());
  }
  return batch;
}
