import { cognitiveSnapshotDigest } from '../identity/cognitive-snapshot-digest.js';
import { MAX_PACKAGE_VERSION_BYTES, MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { requireIdentifier, requireText } from '../identity/text-rules.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { KnowledgeError } from './knowledge-error.js';
import { KNOWLEDGE_FORMAT_VERSION_BYTES_MAX, KNOWLEDGE_RESULTS_MAX } from './limits.js';

/** Which knowledge, of which package, a provider answers from. */
export interface KnowledgeEvidence {
  readonly packageId: string;
  readonly packageVersion: string;
  /** At least 1. */
  readonly lifecycleGeneration: number;
  readonly generationDigest: Sha256Digest;
  /** Derived from the package and the knowledge, see `cognitiveSnapshotDigest`. */
  readonly snapshotDigest: Sha256Digest;
  readonly knowledge: {
    readonly surfaceId: string;
    readonly formatVersion: string;
    readonly contentDigest: Sha256Digest;
    /** At least 1. */
    readonly generation: number;
    readonly generationDigest: Sha256Digest;
  };
  readonly limits: {
    /** Most passages of one answer, from 1 to 50. */
    readonly maxResults: number;
  };
}

/**
 * A frozen copy of evidence that is sound in itself.
 *
 * @throws {KnowledgeError} `invalid-evidence` or `snapshot-digest-mismatch`
 */
export function checkedEvidence(given: KnowledgeEvidence): KnowledgeEvidence {
  const { evidence, derived } = read(given);
  if (derived !== evidence.snapshotDigest) {
    throw new KnowledgeError({
      code: 'snapshot-digest-mismatch',
      expected: derived,
      actual: evidence.snapshotDigest,
    });
  }
  return evidence;
}

function read(given: KnowledgeEvidence): {
  readonly evidence: KnowledgeEvidence;
  readonly derived: Sha256Digest;
} {
  try {
    const { packageId, packageVersion, lifecycleGeneration, generationDigest, snapshotDigest } = given;
    const { surfaceId, formatVersion, contentDigest, generation } = given.knowledge;
    const { maxResults } = given.limits;
    requireIdentifier(packageId, 'packageId');
    requireText(packageVersion, 'packageVersion', MAX_PACKAGE_VERSION_BYTES);
    requireWhole('lifecycleGeneration', lifecycleGeneration, Number.MAX_SAFE_INTEGER);
    requireText(surfaceId, 'knowledge.surfaceId', MAX_PUBLIC_NAME_BYTES);
    requireText(formatVersion, 'knowledge.formatVersion', KNOWLEDGE_FORMAT_VERSION_BYTES_MAX);
    requireWhole('knowledge.generation', generation, Number.MAX_SAFE_INTEGER);
    requireWhole('limits.maxResults', maxResults, KNOWLEDGE_RESULTS_MAX);
    const identity = {
      packageId,
      packageVersion,
      lifecycleGeneration,
      generationDigest: Sha256Digest.parse(generationDigest, 'generationDigest'),
    };
    const content = {
      surfaceId,
      formatVersion,
      contentDigest: Sha256Digest.parse(contentDigest, 'knowledge.contentDigest'),
    };
    const evidence = Object.freeze({
      ...identity,
      snapshotDigest: Sha256Digest.parse(snapshotDigest, 'snapshotDigest'),
      knowledge: Object.freeze({
        ...content,
        generation,
        generationDigest: Sha256Digest.parse(given.knowledge.generationDigest, 'knowledge.generationDigest'),
      }),
      limits: Object.freeze({ maxResults }),
    });
    return { evidence, derived: cognitiveSnapshotDigest({ ...identity, ...content }) };
  } catch (error) {
    throw new KnowledgeError({ code: 'invalid-evidence', reason: messageOf(error) }, { cause: error });
  }
}

function requireWhole(field: string, value: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < 1 || value > max) {
    throw new RangeError(`${field} has to be a whole number from 1 to ${max}; it is ${value}.`);
  }
}
