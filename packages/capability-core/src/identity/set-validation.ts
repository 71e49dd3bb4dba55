import type { CapabilityContribution } from './capability-contribution.js';
import type { CapabilityDescriptor } from './capability-descriptor.js';
import { compareCapabilityIds } from './capability-id.js';
import { CapabilitySetError } from './capability-set-error.js';
import type { CapabilitySource, CapabilitySourceClass } from './capability-source.js';
import { MAX_CAPABILITIES_PER_SET, MAX_DEPENDENCY_EDGES_PER_SET, MAX_SOURCES_PER_SET } from './limits.js';
import type { UseCapabilityGeneration } from './use-capability-generation.js';

/** Contributions that were found to fit together, in canonical order. */
export interface ValidatedContributions {
  readonly useGeneration: UseCapabilityGeneration | null;
  readonly sources: readonly CapabilitySource[];
  readonly capabilities: readonly CapabilityDescriptor[];
}

/**
 * Checks contributions in the order given, so that the first rule broken is the one reported.
 *
 * @param expected - Cursor that every package must have; without it the first package decides.
 * @throws CapabilitySetError `duplicate-source`, `mixed-use-generation`, `builtin-shadow`, `public-name-conflict`,
 * `duplicate-capability`, `missing-dependency`, `bound-exceeded`
 */
export function validateContributions(
  contributions: Iterable<CapabilityContribution>,
  expected: UseCapabilityGeneration | null,
): ValidatedContributions {
  const gathered = new GatheredContributions(expected);
  for (const contribution of contributions) gathered.add(contribution);
  return gathered.finish();
}

class GatheredContributions {
  #useGeneration: UseCapabilityGeneration | null;
  readonly #sources = new Map<string, CapabilitySource>();
  readonly #capabilities = new Map<string, CapabilityDescriptor>();
  readonly #names = new Map<string, CapabilitySourceClass>();
  #edges = 0;

  constructor(useGeneration: UseCapabilityGeneration | null) {
    this.#useGeneration = useGeneration;
  }

  add({ source, descriptors }: CapabilityContribution): void {
    if (this.#sources.size === MAX_SOURCES_PER_SET) throw exceeded('sources', MAX_SOURCES_PER_SET);
    if (this.#sources.has(source.id)) {
      throw new CapabilitySetError({ code: 'duplicate-source', source: source.id });
    }
    this.#checkUseGeneration(source);
    this.#sources.set(source.id, source);
    for (const descriptor of descriptors) this.#addDescriptor(descriptor, source.class);
  }

  finish(): ValidatedContributions {
    const capabilities = [...this.#capabilities.values()].sort((left, right) =>
      compareCapabilityIds(left.id, right.id),
    );
    for (const { id, dependencies } of capabilities) {
      const missing = dependencies.find((dependency) => !this.#capabilities.has(dependency.toString()));
      if (missing !== undefined) {
        throw new CapabilitySetError({
          code: 'missing-dependency',
          capability: id.toString(),
          dependency: missing.toString(),
        });
      }
    }
    const sources = [...this.#sources.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
    return { useGeneration: this.#useGeneration, sources, capabilities };
  }

  #checkUseGeneration({ evidence }: CapabilitySource): void {
    if (evidence.kind !== 'usePackage') return;
    const mismatch = this.#useGeneration?.mismatch(evidence.capability) ?? null;
    if (mismatch !== null) throw new CapabilitySetError({ code: 'mixed-use-generation', ...mismatch });
    this.#useGeneration ??= evidence.capability;
  }

  #addDescriptor(descriptor: CapabilityDescriptor, sourceClass: CapabilitySourceClass): void {
    if (this.#capabilities.size === MAX_CAPABILITIES_PER_SET) {
      throw exceeded('capabilities', MAX_CAPABILITIES_PER_SET);
    }
    this.#edges += descriptor.dependencies.length;
    if (this.#edges > MAX_DEPENDENCY_EDGES_PER_SET) {
      throw exceeded('dependency_edges', MAX_DEPENDENCY_EDGES_PER_SET);
    }
    const { kind } = descriptor.id;
    const { publicName } = descriptor;
    const name = `${kind}:${publicName}`;
    const owner = this.#names.get(name);
    if (owner !== undefined) {
      const shadows = owner === 'built-in' || sourceClass === 'built-in';
      throw new CapabilitySetError({
        code: shadows ? 'builtin-shadow' : 'public-name-conflict',
        kind,
        publicName,
      });
    }
    this.#names.set(name, sourceClass);
    // A repeated id cannot come this far: sources differ, and a contribution holds each of its ids once.
    this.#capabilities.set(descriptor.id.toString(), descriptor);
  }
}

function exceeded(field: string, max: number): CapabilitySetError {
  return new CapabilitySetError({ code: 'bound-exceeded', field, max });
}
