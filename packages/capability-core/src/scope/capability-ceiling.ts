import { digestWithoutLengths } from '../identity/canonical-framing.js';
import { canonicalIdJson } from '../identity/canonical-set.js';
import { type CapabilityId, compareCapabilityIds } from '../identity/capability-id.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import { MAX_CAPABILITIES_PER_SET } from '../identity/limits.js';
import type { Sha256Digest } from '../identity/sha256-digest.js';
import { CapabilityScopeError } from '../lifecycle/capability-scope-error.js';
import {
  type CeilingExecution,
  type CeilingGovernance,
  type CeilingLimits,
  type CeilingLimitsInput,
  type CeilingWorkspace,
  completeLimits,
  firstExpansion,
  WIDEST_LIMITS,
} from './ceiling-limits.js';

/** Wire name of a ceiling's canonical form. */
export const CAPABILITY_CEILING_SCHEMA = 'a3s.code.capability-ceiling.v1';

/** What a ceiling is made of; what is left out is as wide as it can be. */
export interface CapabilityCeilingInput extends CeilingLimitsInput {
  /** Capabilities that may be used, in any order. */
  readonly allowed?: Iterable<CapabilityId>;
}

/** The most that a scope and everything below it may do. A child's ceiling can only be narrower. */
export class CapabilityCeiling {
  /** Digest of the set that the ceiling is for. */
  readonly catalogDigest: Sha256Digest;
  /** In canonical order. */
  readonly allowedCapabilities: readonly CapabilityId[];
  readonly workspace: CeilingWorkspace;
  readonly governance: CeilingGovernance;
  readonly execution: CeilingExecution;
  readonly #set: CapabilitySet;
  /** Null when the whole set is allowed, so that a ceiling on a large set costs nothing. */
  readonly #allowed: ReadonlySet<string> | null;
  #digest: Sha256Digest | undefined;

  private constructor(
    set: CapabilitySet,
    allowed: readonly CapabilityId[] | null,
    { workspace, governance, execution }: CeilingLimits,
  ) {
    this.#set = set;
    this.#allowed = allowed === null ? null : new Set(allowed.map((id) => id.toString()));
    this.catalogDigest = set.digest;
    this.allowedCapabilities = Object.freeze(allowed ?? set.capabilities.map(({ id }) => id));
    this.workspace = workspace;
    this.governance = governance;
    this.execution = execution;
    Object.freeze(this);
  }

  /**
   * A ceiling on the capabilities of `set`.
   *
   * @throws CapabilityScopeError `bound-exceeded`, `duplicate-ceiling-capability`, `capability-outside-catalog`,
   * `invalid-execution-limit`
   */
  static create(set: CapabilitySet, input: CapabilityCeilingInput = {}): CapabilityCeiling {
    return new CapabilityCeiling(set, allowedIn(set, input.allowed), completeLimits(input, WIDEST_LIMITS));
  }

  /** This ceiling with something changed; nothing forbids to widen until a scope is opened under it. */
  with(change: CapabilityCeilingInput): CapabilityCeiling {
    const allowed =
      change.allowed === undefined && this.#allowed !== null ? this.allowedCapabilities : change.allowed;
    return new CapabilityCeiling(this.#set, allowedIn(this.#set, allowed), completeLimits(change, this));
  }

  /** Digest of {@link canonicalJson}. */
  get digest(): Sha256Digest {
    this.#digest ??= digestWithoutLengths(
      'a3s-code-capability-ceiling',
      'a3s.code.capability-ceiling-digest.v1',
      new TextEncoder().encode(this.canonicalJson()),
    );
    return this.#digest;
  }

  allows(id: CapabilityId): boolean {
    return this.#allowed === null ? this.#set.get(id) !== undefined : this.#allowed.has(id.toString());
  }

  /**
   * Refuses a ceiling that would go beyond `parent`.
   *
   * @throws CapabilityScopeError `ceiling-catalog-mismatch`, `ceiling-expansion`
   */
  assertWithin(parent: CapabilityCeiling): void {
    this.assertFor(parent.catalogDigest);
    const dimension = this.allowedCapabilities.every((id) => parent.allows(id))
      ? firstExpansion(this, parent)
      : 'capabilities';
    if (dimension !== null) throw new CapabilityScopeError({ code: 'ceiling-expansion', dimension });
  }

  /**
   * Refuses a ceiling that was made for another set.
   *
   * @throws CapabilityScopeError `ceiling-catalog-mismatch`
   */
  assertFor(catalogDigest: Sha256Digest): void {
    if (this.catalogDigest !== catalogDigest) {
      throw new CapabilityScopeError({
        code: 'ceiling-catalog-mismatch',
        ceilingDigest: this.catalogDigest,
        catalogDigest,
      });
    }
  }

  /** Canonical JSON, the text that {@link digest} covers. */
  canonicalJson(): string {
    const { workspace, governance, execution } = this;
    return (
      `{"schema":"${CAPABILITY_CEILING_SCHEMA}","catalogDigest":"${this.catalogDigest}"` +
      `,"allowedCapabilities":[${this.allowedCapabilities.map(canonicalIdJson).join(',')}]` +
      `,"workspace":${JSON.stringify(workspace)},"governance":${JSON.stringify(governance)}` +
      `,"execution":${JSON.stringify(execution)}}`
    );
  }
}

function allowedIn(
  set: CapabilitySet,
  given: Iterable<CapabilityId> | undefined,
): readonly CapabilityId[] | null {
  if (given === undefined) return null;
  const byId = new Map<string, CapabilityId>();
  for (const id of given) {
    const capability = id.toString();
    if (byId.has(capability)) {
      throw new CapabilityScopeError({ code: 'duplicate-ceiling-capability', capability });
    }
    if (byId.size === MAX_CAPABILITIES_PER_SET) {
      throw new CapabilityScopeError({
        code: 'bound-exceeded',
        field: 'ceiling_capabilities',
        max: MAX_CAPABILITIES_PER_SET,
      });
    }
    if (set.get(id) === undefined) {
      throw new CapabilityScopeError({
        code: 'capability-outside-catalog',
        capability,
        catalogDigest: set.digest,
      });
    }
    byId.set(capability, id);
  }
  return [...byId.values()].sort(compareCapabilityIds);
}
