import { knowledgeSurfaceDigest } from '../identity/knowledge-surface-digest.js';
import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { textFlaw, utf8Length } from '../identity/text-rules.js';
import { KnowledgeSurfaceError } from './knowledge-surface-error.js';
import { KNOWLEDGE_FORMAT_VERSION_BYTES_MAX, KNOWLEDGE_PROJECTIONS_MAX } from './limits.js';

/** What a knowledge surface is made of. */
export interface KnowledgeSurfaceInput {
  readonly publicName: string;
  readonly formatVersion: string;
  readonly contentDigest: Sha256Digest;
  /** Digests of the forms into which the content was brought, 1 to 256, in any order. */
  readonly projectionDigests: readonly Sha256Digest[];
}

/**
 * Evidence that a body of knowledge exists in certain forms. It answers no query and is part of no run; what depends
 * on it is made ready after it. Its surface digest is derived, and the descriptor's has to be the same.
 */
export class KnowledgeSurfaceBinding {
  readonly publicName: string;
  readonly formatVersion: string;
  readonly contentDigest: Sha256Digest;
  /** Sorted. */
  readonly projectionDigests: readonly Sha256Digest[];
  readonly surfaceDigest: Sha256Digest;

  /**
   * @throws {KnowledgeSurfaceError} `invalid-text`, `text-too-large`, `digest-invariant`,
   * `missing-projection-evidence`, `projection-count-exceeded` or `duplicate-projection-digest`
   */
  constructor({ publicName, formatVersion, contentDigest, projectionDigests }: KnowledgeSurfaceInput) {
    requireText('public name', publicName, MAX_PUBLIC_NAME_BYTES);
    requireText('format version', formatVersion, KNOWLEDGE_FORMAT_VERSION_BYTES_MAX);
    requireDigest('content digest', contentDigest);
    this.publicName = publicName;
    this.formatVersion = formatVersion;
    this.contentDigest = contentDigest;
    this.projectionDigests = sortedDigests(projectionDigests);
    this.surfaceDigest = knowledgeSurfaceDigest(this);
    Object.freeze(this);
  }
}

function sortedDigests(given: readonly Sha256Digest[]): readonly Sha256Digest[] {
  if (given.length === 0) {
    throw new KnowledgeSurfaceError({ code: 'missing-projection-evidence' });
  }
  if (given.length > KNOWLEDGE_PROJECTIONS_MAX) {
    throw new KnowledgeSurfaceError({ code: 'projection-count-exceeded', max: KNOWLEDGE_PROJECTIONS_MAX });
  }
  for (const digest of given) {
    requireDigest('projection digest', digest);
  }
  const sorted = [...given].sort();
  const twice = sorted.find((digest, index) => digest === sorted[index + 1]);
  if (twice !== undefined) {
    throw new KnowledgeSurfaceError({ code: 'duplicate-projection-digest', digest: twice });
  }
  return Object.freeze(sorted);
}

function requireText(field: string, text: string, max: number): void {
  const reason = typeof text === 'string' ? textFlaw(text) : 'must be a text';
  if (reason !== null) {
    throw new KnowledgeSurfaceError({ code: 'invalid-text', field, reason });
  }
  if (utf8Length(text) > max) {
    throw new KnowledgeSurfaceError({ code: 'text-too-large', field, max });
  }
}

function requireDigest(field: string, digest: Sha256Digest): void {
  try {
    Sha256Digest.parse(digest);
  } catch (error) {
    throw new KnowledgeSurfaceError({ code: 'digest-invariant', field }, { cause: error });
  }
}
