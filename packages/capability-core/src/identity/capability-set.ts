import { canonicalSetDigest, canonicalSetJson } from './canonical-set.js';
import { parseCanonicalSet } from './canonical-set-reader.js';
import type { CapabilityContribution } from './capability-contribution.js';
import type { CapabilityDescriptor } from './capability-descriptor.js';
import type { CapabilityId } from './capability-id.js';
import type { CapabilityKind } from './capability-kind.js';
import type { CapabilitySource } from './capability-source.js';
import { CodeCatalogGeneration } from './code-catalog-generation.js';
import { type ValidatedContributions, validateContributions } from './set-validation.js';
import type { Sha256Digest } from './sha256-digest.js';
import type { UseCapabilityGeneration } from './use-capability-generation.js';

/**
 * The complete, immutable identity of one generation: every capability, its source and what it depends on.
 *
 * Its digest is independent of the order in which contributions, descriptors and dependencies were given.
 */
export class CapabilitySet {
  readonly generation: CodeCatalogGeneration;
  /** Cursor of the package snapshot that the set was made from; null without packages. */
  readonly useGeneration: UseCapabilityGeneration | null;
  /** Sorted by id. */
  readonly sources: readonly CapabilitySource[];
  /** In canonical order. */
  readonly capabilities: readonly CapabilityDescriptor[];
  readonly digest: Sha256Digest;
  readonly #byId: ReadonlyMap<string, CapabilityDescriptor>;
  readonly #byName: ReadonlyMap<string, CapabilityDescriptor>;

  private constructor(generation: CodeCatalogGeneration, content: ValidatedContributions) {
    this.generation = generation;
    this.useGeneration = content.useGeneration;
    this.sources = Object.freeze([...content.sources]);
    this.capabilities = Object.freeze([...content.capabilities]);
    this.#byId = new Map(content.capabilities.map((descriptor) => [descriptor.id.toString(), descriptor]));
    this.#byName = new Map(
      content.capabilities.map((descriptor) => [
        nameKey(descriptor.id.kind, descriptor.publicName),
        descriptor,
      ]),
    );
    this.digest = canonicalSetDigest(this);
    Object.freeze(this);
  }

  /** A set without capabilities. */
  static empty(generation: CodeCatalogGeneration = CodeCatalogGeneration.of(0)): CapabilitySet {
    return CapabilitySet.fromContributions(generation, []);
  }

  /**
   * A set of contributions; the first package among them decides the Use cursor.
   *
   * @throws CapabilitySetError `duplicate-source`, `mixed-use-generation`, `builtin-shadow`, `public-name-conflict`,
   * `duplicate-capability`, `missing-dependency`, `bound-exceeded`
   */
  static fromContributions(
    generation: CodeCatalogGeneration,
    contributions: Iterable<CapabilityContribution>,
  ): CapabilitySet {
    return new CapabilitySet(generation, validateContributions(contributions, null));
  }

  /**
   * A set made from a package snapshot. It keeps the cursor even when no package contributes.
   *
   * @throws CapabilitySetError `duplicate-source`, `mixed-use-generation`, `builtin-shadow`, `public-name-conflict`,
   * `duplicate-capability`, `missing-dependency`, `bound-exceeded`
   */
  static fromUseProjection(
    generation: CodeCatalogGeneration,
    useGeneration: UseCapabilityGeneration,
    contributions: Iterable<CapabilityContribution>,
  ): CapabilitySet {
    return new CapabilitySet(generation, validateContributions(contributions, useGeneration));
  }

  /**
   * Reads back what {@link canonicalJson} gave, and refuses anything else.
   *
   * @throws CapabilitySetError `canonical-encoding`, and every code that building the set anew can give
   */
  static parseCanonical(json: string): CapabilitySet {
    return parseCanonicalSet(json, (generation, useGeneration, contributions) =>
      useGeneration === null
        ? CapabilitySet.fromContributions(generation, contributions)
        : CapabilitySet.fromUseProjection(generation, useGeneration, contributions),
    );
  }

  /** The descriptor with this id. */
  get(id: CapabilityId): CapabilityDescriptor | undefined {
    return this.#byId.get(id.toString());
  }

  /** The descriptor with this kind and public name; there is at most one. */
  find(kind: CapabilityKind, publicName: string): CapabilityDescriptor | undefined {
    return this.#byName.get(nameKey(kind, publicName));
  }

  /** Canonical JSON, the text that {@link digest} covers. Made anew at each call: it may be 16 MiB long. */
  canonicalJson(): string {
    return canonicalSetJson(this);
  }
}

function nameKey(kind: CapabilityKind, publicName: string): string {
  return `${kind}:${publicName}`;
}
