import { digestOfFields } from './canonical-framing.js';
import type { Sha256Digest } from './sha256-digest.js';

/** What a knowledge surface shows; the order of projections does not matter. */
export interface KnowledgeSurfaceIdentity {
  readonly publicName: string;
  readonly formatVersion: string;
  readonly contentDigest: Sha256Digest;
  readonly projectionDigests: readonly Sha256Digest[];
}

/** Surface digest of a `knowledge-surface` capability. */
export function knowledgeSurfaceDigest(surface: KnowledgeSurfaceIdentity): Sha256Digest {
  return digestOfFields('a3s-code-knowledge-surface', [
    'a3s.code.knowledge-surface-binding.v1',
    surface.publicName,
    surface.formatVersion,
    surface.contentDigest,
    { count: surface.projectionDigests.length },
    ...[...surface.projectionDigests].sort(),
  ]);
}
