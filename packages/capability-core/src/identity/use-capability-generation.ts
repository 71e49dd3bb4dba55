import { CapabilitySetError, type UseGenerationMismatch } from './capability-set-error.js';
import { Sha256Digest } from './sha256-digest.js';

/** Wire name of the cursor's form. */
export const USE_GENERATION_SCHEMA = 'a3s.use.capability-snapshot-cursor.v1';

/** The form in which a cursor is stored. */
export interface UseCapabilityGenerationJson {
  readonly schema: string;
  readonly generation: number;
  readonly revision: string;
  readonly registryRevision: string;
}

/** The cursor of a package snapshot: which packages, in which state, of which registry. */
export class UseCapabilityGeneration {
  readonly generation: number;
  readonly revision: Sha256Digest;
  readonly registryRevision: Sha256Digest;

  /**
   * @param generation - Safe integer from 0; a package source needs at least 1.
   * @throws CapabilitySetError `invalid-generation`
   */
  constructor(generation: number, revision: Sha256Digest, registryRevision: Sha256Digest) {
    if (!Number.isSafeInteger(generation) || generation < 0) {
      throw new CapabilitySetError({ code: 'invalid-generation', field: 'use_capability_generation' });
    }
    this.generation = generation;
    this.revision = revision;
    this.registryRevision = registryRevision;
    Object.freeze(this);
  }

  /**
   * Reads back what {@link toJSON} gave.
   *
   * @throws CapabilitySetError `invalid-generation`, `invalid-digest`, `canonical-encoding`
   */
  static parse(json: UseCapabilityGenerationJson): UseCapabilityGeneration {
    if (json.schema !== USE_GENERATION_SCHEMA) {
      throw new CapabilitySetError({
        code: 'canonical-encoding',
        path: 'useGeneration.schema',
        reason: `expected ${USE_GENERATION_SCHEMA}`,
      });
    }
    return new UseCapabilityGeneration(
      json.generation,
      Sha256Digest.parse(json.revision, 'useGeneration.revision'),
      Sha256Digest.parse(json.registryRevision, 'useGeneration.registryRevision'),
    );
  }

  equals(other: UseCapabilityGeneration): boolean {
    return this.mismatch(other) === null;
  }

  /** How `actual` differs from this cursor, or null when it does not. */
  mismatch(actual: UseCapabilityGeneration): UseGenerationMismatch | null {
    const revisionMismatch = this.revision !== actual.revision;
    const registryRevisionMismatch = this.registryRevision !== actual.registryRevision;
    if (this.generation === actual.generation && !revisionMismatch && !registryRevisionMismatch) return null;
    return {
      expectedGeneration: this.generation,
      actualGeneration: actual.generation,
      revisionMismatch,
      registryRevisionMismatch,
    };
  }

  /** Plain form; its key order is the canonical one. */
  toJSON(): UseCapabilityGenerationJson {
    return {
      schema: USE_GENERATION_SCHEMA,
      generation: this.generation,
      revision: this.revision,
      registryRevision: this.registryRevision,
    };
  }
}
