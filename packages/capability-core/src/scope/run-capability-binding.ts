import { z } from 'zod';
import { CAPABILITY_SET_SCHEMA } from '../identity/canonical-set.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import {
  USE_GENERATION_SCHEMA,
  UseCapabilityGeneration,
  type UseCapabilityGenerationJson,
} from '../identity/use-capability-generation.js';
import { CAPABILITY_CEILING_SCHEMA, type CapabilityCeiling } from './capability-ceiling.js';
import { RunCapabilityBindingError } from './run-capability-binding-error.js';

const RUN_BINDING_SCHEMA = 'a3s.code.run-capability-binding.v1';

const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, { error: 'a digest is "sha256:" and 64 hex digits' });
const generation = z.int().min(0);

const bindingJson = z.strictObject({
  schema: z.literal(RUN_BINDING_SCHEMA),
  capabilitySetSchema: z.literal(CAPABILITY_SET_SCHEMA),
  codeCatalogGeneration: generation,
  catalogDigest: digest,
  capabilityCeilingSchema: z.literal(CAPABILITY_CEILING_SCHEMA),
  capabilityCeilingDigest: digest,
  useGeneration: z
    .strictObject({
      schema: z.literal(USE_GENERATION_SCHEMA),
      generation,
      revision: digest,
      registryRevision: digest,
    })
    .optional(),
});

/** The form in which a binding is stored. */
export interface RunCapabilityBindingJson {
  readonly schema: typeof RUN_BINDING_SCHEMA;
  readonly capabilitySetSchema: typeof CAPABILITY_SET_SCHEMA;
  readonly codeCatalogGeneration: number;
  readonly catalogDigest: string;
  readonly capabilityCeilingSchema: typeof CAPABILITY_CEILING_SCHEMA;
  readonly capabilityCeilingDigest: string;
  /** Absent when the set comes from no packages. */
  readonly useGeneration?: UseCapabilityGenerationJson;
}

interface BindingContent {
  readonly codeCatalogGeneration: CodeCatalogGeneration;
  readonly catalogDigest: Sha256Digest;
  readonly capabilityCeilingDigest: Sha256Digest;
  readonly useGeneration: UseCapabilityGeneration | null;
}

/** Which capabilities, within which ceiling, a run was given: evidence that can be stored and compared. */
export class RunCapabilityBinding {
  readonly codeCatalogGeneration: CodeCatalogGeneration;
  readonly catalogDigest: Sha256Digest;
  readonly capabilityCeilingDigest: Sha256Digest;
  readonly useGeneration: UseCapabilityGeneration | null;

  private constructor(content: BindingContent) {
    this.codeCatalogGeneration = content.codeCatalogGeneration;
    this.catalogDigest = content.catalogDigest;
    this.capabilityCeilingDigest = content.capabilityCeilingDigest;
    this.useGeneration = content.useGeneration;
    Object.freeze(this);
  }

  /** The binding of a run on this set under this ceiling. */
  static of(set: CapabilitySet, ceiling: CapabilityCeiling): RunCapabilityBinding {
    return new RunCapabilityBinding({
      codeCatalogGeneration: set.generation,
      catalogDigest: set.digest,
      capabilityCeilingDigest: ceiling.digest,
      useGeneration: set.useGeneration,
    });
  }

  /**
   * Reads what {@link toJSON} gave; unknown keys are refused.
   *
   * @throws {RunCapabilityBindingError} `encoding` or `invalid-field`
   */
  static parse(json: unknown): RunCapabilityBinding {
    const parsed = bindingJson.safeParse(json);
    if (!parsed.success) {
      throw readingError(parsed.error);
    }
    const { data } = parsed;
    const use = data.useGeneration;
    return new RunCapabilityBinding({
      codeCatalogGeneration: CodeCatalogGeneration.of(data.codeCatalogGeneration),
      catalogDigest: Sha256Digest.parse(data.catalogDigest),
      capabilityCeilingDigest: Sha256Digest.parse(data.capabilityCeilingDigest),
      useGeneration: use === undefined ? null : UseCapabilityGeneration.parse(use),
    });
  }

  equals(other: RunCapabilityBinding): boolean {
    return (
      this.codeCatalogGeneration === other.codeCatalogGeneration &&
      this.catalogDigest === other.catalogDigest &&
      this.capabilityCeilingDigest === other.capabilityCeilingDigest &&
      sameUseGeneration(this.useGeneration, other.useGeneration)
    );
  }

  /**
   * Checks that `actual` gives a run exactly what this binding records.
   *
   * @throws {RunCapabilityBindingError} `content-drift`
   */
  assertMatches(actual: RunCapabilityBinding): void {
    if (!this.equals(actual)) {
      throw new RunCapabilityBindingError({
        code: 'content-drift',
        expectedGeneration: this.codeCatalogGeneration,
        actualGeneration: actual.codeCatalogGeneration,
        catalogDigestMismatch: this.catalogDigest !== actual.catalogDigest,
        ceilingDigestMismatch: this.capabilityCeilingDigest !== actual.capabilityCeilingDigest,
        useGenerationMismatch: !sameUseGeneration(this.useGeneration, actual.useGeneration),
      });
    }
  }

  toJSON(): RunCapabilityBindingJson {
    return {
      schema: RUN_BINDING_SCHEMA,
      capabilitySetSchema: CAPABILITY_SET_SCHEMA,
      codeCatalogGeneration: this.codeCatalogGeneration,
      catalogDigest: this.catalogDigest,
      capabilityCeilingSchema: CAPABILITY_CEILING_SCHEMA,
      capabilityCeilingDigest: this.capabilityCeilingDigest,
      ...(this.useGeneration === null ? {} : { useGeneration: this.useGeneration.toJSON() }),
    };
  }
}

function sameUseGeneration(a: UseCapabilityGeneration | null, b: UseCapabilityGeneration | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

function readingError(error: z.ZodError): RunCapabilityBindingError {
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  const reason = issue?.message ?? 'it has another form';
  return field === ''
    ? new RunCapabilityBindingError({ code: 'encoding', reason }, { cause: error })
    : new RunCapabilityBindingError({ code: 'invalid-field', field, reason }, { cause: error });
}
