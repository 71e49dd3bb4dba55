import { CapabilitySetError } from './capability-set-error.js';
import { MAX_PACKAGE_VERSION_BYTES } from './limits.js';
import type { Sha256Digest } from './sha256-digest.js';
import { requireIdentifier, requireText } from './text-rules.js';

/** One package in the state in which a snapshot holds it. */
export interface UsePackage {
  readonly packageId: string;
  readonly componentId: string;
  readonly route: string;
  readonly version: string;
  /** Safe integer from 1; grows each time the package is installed, changed or enabled. */
  readonly lifecycleGeneration: number;
  readonly packageDigest: Sha256Digest;
  readonly manifestDigest: Sha256Digest;
}

/** Evidence of one package's exact state: ids, version, and the digests of its content and manifest. */
export class UsePackageGeneration implements UsePackage {
  readonly packageId: string;
  readonly componentId: string;
  readonly route: string;
  readonly version: string;
  readonly lifecycleGeneration: number;
  readonly packageDigest: Sha256Digest;
  readonly manifestDigest: Sha256Digest;

  /** @throws CapabilitySetError `invalid-identifier`, `bound-exceeded`, `invalid-generation` */
  constructor(source: UsePackage) {
    requireIdentifier(source.packageId, 'package_id');
    requireIdentifier(source.componentId, 'component_id');
    requireIdentifier(source.route, 'route');
    requireText(source.version, 'package_version', MAX_PACKAGE_VERSION_BYTES);
    if (!Number.isSafeInteger(source.lifecycleGeneration) || source.lifecycleGeneration < 1) {
      throw new CapabilitySetError({ code: 'invalid-generation', field: 'lifecycle_generation' });
    }
    this.packageId = source.packageId;
    this.componentId = source.componentId;
    this.route = source.route;
    this.version = source.version;
    this.lifecycleGeneration = source.lifecycleGeneration;
    this.packageDigest = source.packageDigest;
    this.manifestDigest = source.manifestDigest;
    Object.freeze(this);
  }
}
