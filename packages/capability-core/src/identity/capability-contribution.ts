import type { CapabilityDescriptor } from './capability-descriptor.js';
import { compareCapabilityIds } from './capability-id.js';
import { CapabilitySetError } from './capability-set-error.js';
import type { CapabilitySource } from './capability-source.js';
import { MAX_CAPABILITIES_PER_SET } from './limits.js';

/** Everything that one source gives to a set. */
export class CapabilityContribution {
  readonly source: CapabilitySource;
  /** In canonical order. */
  readonly descriptors: readonly CapabilityDescriptor[];

  /**
   * @throws CapabilitySetError `source-mismatch`, `duplicate-capability`, `bound-exceeded`, `empty-contribution`
   */
  constructor(source: CapabilitySource, descriptors: Iterable<CapabilityDescriptor>) {
    const byId = new Map<string, CapabilityDescriptor>();
    for (const descriptor of descriptors) {
      const capability = descriptor.id.toString();
      if (descriptor.id.source !== source.id) {
        throw new CapabilitySetError({
          code: 'source-mismatch',
          capability,
          expectedSource: source.id,
          actualSource: descriptor.id.source,
        });
      }
      if (byId.has(capability)) throw new CapabilitySetError({ code: 'duplicate-capability', capability });
      if (byId.size === MAX_CAPABILITIES_PER_SET) {
        throw new CapabilitySetError({
          code: 'bound-exceeded',
          field: 'contribution_capabilities',
          max: MAX_CAPABILITIES_PER_SET,
        });
      }
      byId.set(capability, descriptor);
    }
    if (byId.size === 0) throw new CapabilitySetError({ code: 'empty-contribution', source: source.id });
    this.source = source;
    this.descriptors = Object.freeze(
      [...byId.values()].sort((left, right) => compareCapabilityIds(left.id, right.id)),
    );
    Object.freeze(this);
  }
}
