import type { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import type { CapabilityId } from '../identity/capability-id.js';
import type { CapabilityKind } from '../identity/capability-kind.js';
import { CapabilitySet } from '../identity/capability-set.js';
import type { Sha256Digest } from '../identity/sha256-digest.js';
import { type CapabilityValue, publicNameOf } from '../kinds/value.js';
import { CapabilityProjectionError } from './capability-projection-error.js';
import { CapabilityReadinessPlan } from './capability-readiness-plan.js';
import { type CatalogStamp, stampOf } from './catalog-stamp.js';

/** What a UI may need: what its backend is made of. */
const UI_DEPENDENCY_KINDS: ReadonlySet<CapabilityKind> = new Set(['tool', 'skill', 'mcp', 'flow']);

/** One capability of a generation: what it is, and what it does. */
export interface ProjectedCapability {
  readonly descriptor: CapabilityDescriptor;
  readonly value: CapabilityValue;
}

/** A set with exactly one fitting value for each of its descriptors. */
export class CapabilityProjection {
  readonly set: CapabilitySet;
  readonly plan: CapabilityReadinessPlan;
  readonly stamp: CatalogStamp;
  /** In canonical order. */
  readonly entries: readonly ProjectedCapability[];
  readonly #byId: ReadonlyMap<string, ProjectedCapability>;

  private constructor(
    set: CapabilitySet,
    plan: CapabilityReadinessPlan,
    entries: ReadonlyMap<string, ProjectedCapability>,
  ) {
    this.set = set;
    this.plan = plan;
    this.stamp = stampOf(set);
    this.entries = Object.freeze([...entries.values()]);
    this.#byId = entries;
    Object.freeze(this);
  }

  /** The projection of the empty set: a catalog before its first publication. */
  static empty(): CapabilityProjection {
    const set = CapabilitySet.empty();
    return new CapabilityProjection(set, CapabilityReadinessPlan.fromSet(set), new Map());
  }

  /**
   * Pairs a set with its values.
   *
   * @throws CapabilityProjectionError `readiness-plan-mismatch`, `duplicate-value`, `missing-value`, `kind-mismatch`,
   * `public-name-mismatch`, `surface-digest-mismatch`, `unsupported-ui-dependency-kind`, `unexpected-value`
   */
  static create(
    set: CapabilitySet,
    plan: CapabilityReadinessPlan,
    values: Iterable<readonly [CapabilityId, CapabilityValue]>,
  ): CapabilityProjection {
    if (plan.generation !== set.generation || plan.digest !== set.digest) {
      throw new CapabilityProjectionError({
        code: 'readiness-plan-mismatch',
        setGeneration: set.generation,
        setDigest: set.digest,
        planGeneration: plan.generation,
        planDigest: plan.digest,
      });
    }
    const byId = valuesById(values);
    const entries = new Map<string, ProjectedCapability>();
    for (const descriptor of set.capabilities) {
      const capability = descriptor.id.toString();
      const value = byId.get(capability);
      entries.set(capability, Object.freeze({ descriptor, value: fitting(descriptor, value) }));
    }
    for (const capability of byId.keys()) {
      if (!entries.has(capability))
        throw new CapabilityProjectionError({ code: 'unexpected-value', capability });
    }
    return new CapabilityProjection(set, plan, entries);
  }

  /** The value behind an id. */
  get(id: CapabilityId): CapabilityValue | undefined {
    return this.#byId.get(id.toString())?.value;
  }

  /** The capability with this kind and public name. */
  find(kind: CapabilityKind, publicName: string): ProjectedCapability | undefined {
    const descriptor = this.set.find(kind, publicName);
    return descriptor === undefined ? undefined : this.#byId.get(descriptor.id.toString());
  }
}

function valuesById(
  values: Iterable<readonly [CapabilityId, CapabilityValue]>,
): ReadonlyMap<string, CapabilityValue> {
  const byId = new Map<string, CapabilityValue>();
  for (const [id, value] of values) {
    const capability = id.toString();
    if (byId.has(capability)) throw new CapabilityProjectionError({ code: 'duplicate-value', capability });
    byId.set(capability, value);
  }
  return byId;
}

function fitting(descriptor: CapabilityDescriptor, value: CapabilityValue | undefined): CapabilityValue {
  const { id, publicName } = descriptor;
  const capability = id.toString();
  if (value === undefined) throw new CapabilityProjectionError({ code: 'missing-value', capability });
  if (value.kind !== id.kind) {
    throw new CapabilityProjectionError({
      code: 'kind-mismatch',
      capability,
      descriptorKind: id.kind,
      valueKind: value.kind,
    });
  }
  const actual = publicNameOf(value);
  if (actual !== publicName) {
    throw new CapabilityProjectionError({
      code: 'public-name-mismatch',
      capability,
      expected: publicName,
      actual,
    });
  }
  if (value.kind === 'ui') {
    requireSurface(descriptor, value.ui.surfaceDigest);
    requireUiDependencies(descriptor);
  } else if (value.kind === 'knowledge-surface') {
    requireSurface(descriptor, value.surface.surfaceDigest);
  }
  return value;
}

function requireSurface({ id, surfaceDigest: expected }: CapabilityDescriptor, actual: Sha256Digest): void {
  if (actual !== expected) {
    const capability = id.toString();
    throw new CapabilityProjectionError({ code: 'surface-digest-mismatch', capability, expected, actual });
  }
}

function requireUiDependencies({ id, dependencies }: CapabilityDescriptor): void {
  const unsupported = dependencies.find(({ kind }) => !UI_DEPENDENCY_KINDS.has(kind));
  if (unsupported !== undefined) {
    throw new CapabilityProjectionError({
      code: 'unsupported-ui-dependency-kind',
      capability: id.toString(),
      dependency: unsupported.toString(),
      dependencyKind: unsupported.kind,
    });
  }
}
