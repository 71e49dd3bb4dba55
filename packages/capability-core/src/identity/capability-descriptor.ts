import { CapabilityId, compareCapabilityIds } from './capability-id.js';
import type { CapabilityKind } from './capability-kind.js';
import { CapabilitySetError } from './capability-set-error.js';
import type { CapabilitySource } from './capability-source.js';
import { MAX_DEPENDENCIES_PER_CAPABILITY, MAX_PUBLIC_NAME_BYTES } from './limits.js';
import type { Sha256Digest } from './sha256-digest.js';
import { requireText } from './text-rules.js';

/** What a descriptor is made of. */
export interface CapabilityDescriptorInput {
  readonly source: Pick<CapabilitySource, 'id'>;
  readonly kind: CapabilityKind;
  readonly localId: string;
  /** The name under which models and people see it. */
  readonly publicName: string;
  /** Identity of what the capability shows; opaque except where a kind derives it. */
  readonly surfaceDigest: Sha256Digest;
  /** What must be ready before it, in any order. */
  readonly dependencies?: Iterable<CapabilityId>;
}

/** Pure identity of one capability. What it does is a value, prepared separately. */
export class CapabilityDescriptor {
  readonly id: CapabilityId;
  readonly publicName: string;
  readonly surfaceDigest: Sha256Digest;
  /** In canonical order. */
  readonly dependencies: readonly CapabilityId[];

  /**
   * @throws CapabilitySetError `invalid-identifier`, `bound-exceeded`, `duplicate-dependency`, `self-dependency`
   */
  constructor(input: CapabilityDescriptorInput) {
    this.id = new CapabilityId(input.source.id, input.kind, input.localId);
    requireText(input.publicName, 'public_name', MAX_PUBLIC_NAME_BYTES);
    this.publicName = input.publicName;
    this.surfaceDigest = input.surfaceDigest;
    this.dependencies = sortedDependencies(this.id, input.dependencies ?? []);
    Object.freeze(this);
  }
}

function sortedDependencies(id: CapabilityId, given: Iterable<CapabilityId>): readonly CapabilityId[] {
  const dependencies: CapabilityId[] = [];
  for (const dependency of given) {
    if (dependencies.length === MAX_DEPENDENCIES_PER_CAPABILITY) {
      throw new CapabilitySetError({
        code: 'bound-exceeded',
        field: 'dependencies',
        max: MAX_DEPENDENCIES_PER_CAPABILITY,
      });
    }
    dependencies.push(dependency);
  }
  dependencies.sort(compareCapabilityIds);
  const capability = id.toString();
  for (const [index, dependency] of dependencies.entries()) {
    if (dependencies[index + 1]?.equals(dependency) === true) {
      throw new CapabilitySetError({
        code: 'duplicate-dependency',
        capability,
        dependency: dependency.toString(),
      });
    }
  }
  if (dependencies.some((dependency) => dependency.equals(id))) {
    throw new CapabilitySetError({ code: 'self-dependency', capability });
  }
  return Object.freeze(dependencies);
}
