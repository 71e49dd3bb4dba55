import { digestWithLeadingLength } from './canonical-framing.js';
import type { Sha256Digest } from './sha256-digest.js';

/** Which knowledge of which package a session is bound to. */
export interface CognitiveSnapshotIdentity {
  readonly packageId: string;
  readonly packageVersion: string;
  readonly lifecycleGeneration: number;
  readonly generationDigest: Sha256Digest;
  readonly surfaceId: string;
  readonly formatVersion: string;
  readonly contentDigest: Sha256Digest;
}

/** Capability snapshot digest of a knowledge binding. */
export function cognitiveSnapshotDigest(snapshot: CognitiveSnapshotIdentity): Sha256Digest {
  const payload = JSON.stringify([
    snapshot.packageId,
    snapshot.packageVersion,
    snapshot.lifecycleGeneration,
    snapshot.generationDigest,
    snapshot.surfaceId,
    snapshot.formatVersion,
    snapshot.contentDigest,
  ]);
  return digestWithLeadingLength(
    'agentic-ontology-canonical-v1',
    'a3s.use.capability-snapshot.v1',
    new TextEncoder().encode(payload),
  );
}
