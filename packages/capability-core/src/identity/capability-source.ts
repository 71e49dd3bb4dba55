import { CapabilitySetError } from './capability-set-error.js';
import { MAX_IDENTIFIER_BYTES } from './limits.js';
import type { Sha256Digest } from './sha256-digest.js';
import { requireIdentifier } from './text-rules.js';
import type { UseCapabilityGeneration } from './use-capability-generation.js';
import type { UsePackageGeneration } from './use-package-generation.js';

/** Who stands behind a source. */
export type CapabilitySourceClass = 'built-in' | 'host' | 'use-package' | 'session';

/** What proves the source's exact state. The tag is camelCase on the wire, unlike the class beside it. */
export type CapabilitySourceEvidence =
  | { readonly kind: 'builtIn' | 'host' | 'session'; readonly revision: Sha256Digest }
  | {
      readonly kind: 'usePackage';
      readonly capability: UseCapabilityGeneration;
      readonly package: UsePackageGeneration;
    };

/** Where capabilities come from: the product itself, its host, one session, or a package. */
export class CapabilitySource {
  /** `<prefix>/<local>`, prefix `builtin`, `host`, `session` or `use`. */
  readonly id: string;
  readonly class: CapabilitySourceClass;
  readonly evidence: CapabilitySourceEvidence;

  private constructor(id: string, sourceClass: CapabilitySourceClass, evidence: CapabilitySourceEvidence) {
    if (id.length > MAX_IDENTIFIER_BYTES) {
      throw new CapabilitySetError({ code: 'bound-exceeded', field: 'source_id', max: MAX_IDENTIFIER_BYTES });
    }
    this.id = id;
    this.class = sourceClass;
    this.evidence = Object.freeze(evidence);
    Object.freeze(this);
  }

  /** @throws CapabilitySetError `invalid-identifier`, `bound-exceeded` */
  static builtin(local: string, revision: Sha256Digest): CapabilitySource {
    requireIdentifier(local, 'source_local_id');
    return new CapabilitySource(`builtin/${local}`, 'built-in', { kind: 'builtIn', revision });
  }

  /** @throws CapabilitySetError `invalid-identifier`, `bound-exceeded` */
  static host(local: string, revision: Sha256Digest): CapabilitySource {
    requireIdentifier(local, 'source_local_id');
    return new CapabilitySource(`host/${local}`, 'host', { kind: 'host', revision });
  }

  /** @throws CapabilitySetError `invalid-identifier`, `bound-exceeded` */
  static session(local: string, revision: Sha256Digest): CapabilitySource {
    requireIdentifier(local, 'source_local_id');
    return new CapabilitySource(`session/${local}`, 'session', { kind: 'session', revision });
  }

  /**
   * A package of one snapshot; its id is `use/<package id>`.
   *
   * @throws CapabilitySetError `invalid-generation` (a package needs a cursor of generation 1 or more), `bound-exceeded`
   */
  static usePackage(
    useGeneration: UseCapabilityGeneration,
    packageGeneration: UsePackageGeneration,
  ): CapabilitySource {
    if (useGeneration.generation < 1) {
      throw new CapabilitySetError({ code: 'invalid-generation', field: 'use_capability_generation' });
    }
    return new CapabilitySource(`use/${packageGeneration.packageId}`, 'use-package', {
      kind: 'usePackage',
      capability: useGeneration,
      package: packageGeneration,
    });
  }
}
