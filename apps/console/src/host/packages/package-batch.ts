import type { CapabilityProjectionAdapter, SessionCapabilityBatch } from '@changeover/capability-core';
import {
  type PackagedServerStart,
  type PackageFolder as ReadFolder,
  snapshotBatch,
  snapshotPackages,
} from '@changeover/capability-core/registry';
import type { PackageVersion } from '../../protocol/generation.js';
import { packageVersionOf } from './read-package.js';

/** Makes the adapter of a package's server. */
export type ServerAdapterFactory = (start: PackagedServerStart) => CapabilityProjectionAdapter;

/** A batch made of packages, with what it is made of. */
export interface PackageBatch {
  readonly batch: SessionCapabilityBatch;
  readonly packages: readonly PackageVersion[];
}

/**
 * The batch that publishes these packages, and nothing else, as a generation.
 *
 * @throws PackageError `duplicate-package`, `name-conflict`; CapabilitySetError
 */
export function packageBatch(
  folders: readonly ReadFolder[],
  options: {
    /** Number of the generation to publish. */
    readonly generation: number;
    /** Number of the package snapshot. */
    readonly registryGeneration: number;
    readonly serverAdapter: ServerAdapterFactory;
  },
): PackageBatch {
  const snapshot = snapshotPackages(folders, {
    generation: options.registryGeneration,
    adapters: { mcp: options.serverAdapter },
  });
  return {
    batch: snapshotBatch(snapshot, options.generation),
    packages: folders.map(packageVersionOf),
  };
}
