import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { CapabilityProjectionError } from '../catalog/capability-projection-error.js';
import { ReadyValueAdapter } from '../catalog/ready-value-adapter.js';
import type { CapabilityId } from '../identity/capability-id.js';
import { isCapabilityKind } from '../identity/capability-kind.js';
import type { CapabilitySet } from '../identity/capability-set.js';
import type { CapabilitySource } from '../identity/capability-source.js';
import type { CapabilityValue } from '../kinds/value.js';
import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { setOfValues } from './set-of-values.js';

/** One staged capability. */
export interface StagedCapability {
  readonly id: CapabilityId;
  readonly adapter: CapabilityProjectionAdapter;
}

/**
 * The complete next generation of a session: a set, and for each of its capabilities what makes it ready. It is
 * applied as a whole or not at all, and once.
 *
 * @example
 * const batch = SessionCapabilityBatch.create(set);
 * batch.stageValue(id, CapabilityValue.tool(tool));
 * const receipt = await session.applyCapabilityBatch(batch, { signal });
 */
export class SessionCapabilityBatch {
  readonly target: CapabilitySet;
  /** What leases the packages behind the set; `null` without packages. */
  readonly leaseProvider: UseGenerationLeaseProvider | null;
  readonly #staged = new Map<string, StagedCapability>();
  #taken = false;

  private constructor(target: CapabilitySet, leaseProvider: UseGenerationLeaseProvider | null) {
    const refused = target.capabilities.find(({ id }) => !isCapabilityKind(id.kind));
    if (refused !== undefined) {
      throw new CapabilityRuntimeError({
        code: 'unsupported-session-kind',
        kind: refused.id.kind,
        capability: refused.id.toString(),
      });
    }
    this.target = target;
    this.leaseProvider = leaseProvider;
  }

  /**
   * A batch of a set that comes from no packages.
   *
   * @throws {CapabilityRuntimeError} `missing-use-lease-provider` or `unsupported-session-kind`
   */
  static create(set: CapabilitySet): SessionCapabilityBatch {
    if (set.useGeneration !== null) {
      throw new CapabilityRuntimeError({ code: 'missing-use-lease-provider' });
    }
    return new SessionCapabilityBatch(set, null);
  }

  /**
   * A batch of a set that comes from packages, with what leases exactly that generation of them.
   *
   * @throws {CapabilityRuntimeError} `unexpected-use-lease-provider`, `use-lease-provider-mismatch` or
   * `unsupported-session-kind`
   */
  static fromUseProjection(set: CapabilitySet, provider: UseGenerationLeaseProvider): SessionCapabilityBatch {
    if (set.useGeneration === null) {
      throw new CapabilityRuntimeError({ code: 'unexpected-use-lease-provider' });
    }
    const mismatch = set.useGeneration.mismatch(provider.useGeneration);
    if (mismatch !== null) {
      throw new CapabilityRuntimeError({ code: 'use-lease-provider-mismatch', ...mismatch });
    }
    return new SessionCapabilityBatch(set, provider);
  }

  /**
   * A complete batch of values that are ready as they are, described by themselves. With another revision of the source
   * each of them counts as another one; so give it a new revision whenever one of them works differently.
   *
   * @param generation - One more than that of the session's stamp.
   * @throws {CapabilitySetError} `public-name-conflict` when two of a kind have one name, `invalid-identifier` or
   * `bound-exceeded`
   */
  static fromValues(
    generation: number,
    source: CapabilitySource,
    values: Iterable<CapabilityValue>,
  ): SessionCapabilityBatch {
    const described = setOfValues(generation, source, values);
    const batch = SessionCapabilityBatch.create(described.set);
    for (const [id, value] of described.values) {
      batch.stageValue(id, value);
    }
    return batch;
  }

  /** Capabilities staged so far. */
  get size(): number {
    return this.#staged.size;
  }

  /**
   * Hands over what is staged, in the order of staging; adapters are used once.
   *
   * @throws {CapabilityProjectionError} `invalid-transaction-state` when it was handed over before
   */
  take(): readonly StagedCapability[] {
    if (this.#taken) {
      throw new CapabilityProjectionError({
        code: 'invalid-transaction-state',
        expected: 'staged',
        actual: 'preparing',
      });
    }
    this.#taken = true;
    return [...this.#staged.values()];
  }

  /**
   * Says how one capability of the target is made ready.
   *
   * @throws {CapabilityRuntimeError} `projection`, caused by `unknown-staged-capability` or
   * `duplicate-staged-capability`; the adapter that was there stays
   */
  stage(id: CapabilityId, adapter: CapabilityProjectionAdapter): void {
    const capability = id.toString();
    const code =
      this.target.get(id) === undefined
        ? 'unknown-staged-capability'
        : this.#staged.has(capability)
          ? 'duplicate-staged-capability'
          : null;
    if (code !== null) {
      const cause = new CapabilityProjectionError({ code, capability });
      throw new CapabilityRuntimeError({ code: 'projection', reason: cause.message }, { cause });
    }
    this.#staged.set(capability, { id, adapter });
  }

  /** Stages a value that is ready as it is and holds nothing open. */
  stageValue(id: CapabilityId, value: CapabilityValue): void {
    this.stage(id, new ReadyValueAdapter(value));
  }
}
