import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { CapabilityContribution } from '../identity/capability-contribution.js';
import { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import { CapabilitySource } from '../identity/capability-source.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { UseCapabilityGeneration } from '../identity/use-capability-generation.js';
import { UsePackageGeneration } from '../identity/use-package-generation.js';
import { GenerationLeases } from './generation-leases.js';
import { identifierOf } from './identifier.js';
import {
  type PackageAdapterFactories,
  serverAdapter,
  skillAdapter,
  valueAdapter,
  verified,
} from './package-adapters.js';
import { PackageError } from './package-error.js';
import type { PackageFolder } from './package-folder.js';
import { publicNameIn } from './packaged-value.js';
import { packageRevision } from './registry-generation.js';
import { serverDigest } from './stdio-server-config.js';

/** One generation of packages, ready to become a batch. */
export interface UseSnapshot {
  readonly useGeneration: UseCapabilityGeneration;
  readonly packages: readonly PackageFolder[];
  readonly contributions: readonly CapabilityContribution[];
  /** Makes the adapter of a capability, by the display form of its id; each call makes a new one. */
  readonly adapters: ReadonlyMap<string, () => CapabilityProjectionAdapter>;
  /** Leases on this generation; `held` tells how many runs use it. */
  readonly leaseProvider: GenerationLeases;
}

/** How packages become a snapshot. */
export interface SnapshotOptions {
  /** Number of the package generation, from 1. The same packages under the same number make an equal snapshot. */
  readonly generation: number;
  readonly adapters: PackageAdapterFactories;
}

/**
 * Takes packages together as one generation. A package of which nothing was loaded contributes nothing. Items are
 * named `plugin:item`; servers keep the name of their configuration, since it is a part of every tool's name.
 *
 * @throws {PackageError} `duplicate-package` or `name-conflict`, naming both sides
 * @throws {CapabilitySetError} for a generation below 1 or a set over its bounds
 */
export function snapshotPackages(packages: readonly PackageFolder[], options: SnapshotOptions): UseSnapshot {
  const leaseProvider = new GenerationLeases(cursor(packages, options.generation));
  return assembleSnapshot(packages, { leaseProvider, adapters: options.adapters, texts: 'verified' });
}

/** What packages are taken together with. */
export interface SnapshotAssembly {
  readonly leaseProvider: GenerationLeases;
  readonly adapters: PackageAdapterFactories;
  /**
   * Whether what is a text is published only while its folder is as it was read. In a store, where content does not
   * change by itself, the text that was read is enough; a server is started from its files, and they are always checked.
   */
  readonly texts: 'verified' | 'as-read';
}

/**
 * Takes packages together under a cursor that is known already.
 *
 * @throws {PackageError} `duplicate-package` or `name-conflict`, naming both sides
 * @throws {CapabilitySetError} for a generation below 1 or a set over its bounds
 */
export function assembleSnapshot(
  packages: readonly PackageFolder[],
  assembly: SnapshotAssembly,
): UseSnapshot {
  refuseDuplicates(packages);
  refuseServerClashes(packages);
  const { leaseProvider } = assembly;
  const { useGeneration } = leaseProvider;
  const parts = packages
    .filter(({ skills, servers, values }) => skills.length + servers.length + values.length > 0)
    .map((folder) => contribute(folder, useGeneration, assembly));
  return Object.freeze({
    useGeneration,
    packages: Object.freeze([...packages]),
    contributions: Object.freeze(parts.map(({ contribution }) => contribution)),
    adapters: new Map(parts.flatMap((part) => part.adapters)),
    leaseProvider,
  });
}

interface PackagePart {
  readonly contribution: CapabilityContribution;
  readonly adapters: readonly (readonly [string, () => CapabilityProjectionAdapter])[];
}

function contribute(
  folder: PackageFolder,
  useGeneration: UseCapabilityGeneration,
  assembly: SnapshotAssembly,
): PackagePart {
  const packageId = identifierOf(folder.name);
  const source = CapabilitySource.usePackage(
    useGeneration,
    new UsePackageGeneration({
      packageId,
      componentId: `plugin/${packageId}`,
      route: packageId,
      version: folder.version,
      lifecycleGeneration: useGeneration.generation,
      packageDigest: folder.digest,
      manifestDigest: folder.manifestDigest,
    }),
  );
  const asText = (adapter: () => CapabilityProjectionAdapter) =>
    assembly.texts === 'verified' ? () => verified(folder, adapter()) : adapter;
  const skills = folder.skills.map((packaged) => {
    const publicName = publicNameIn(folder.name, packaged.skill.name);
    const descriptor = new CapabilityDescriptor({
      source,
      kind: 'skill',
      localId: identifierOf(packaged.skill.name),
      publicName,
      surfaceDigest: packaged.digest,
    });
    return [descriptor, asText(() => skillAdapter(packaged, publicName))] as const;
  });
  const values = folder.values.map((packaged) => {
    const { kind, name, digest: surfaceDigest } = packaged;
    const [localId, publicName] = [identifierOf(name), publicNameIn(folder.name, name)];
    const descriptor = new CapabilityDescriptor({ source, kind, localId, publicName, surfaceDigest });
    return [descriptor, asText(() => valueAdapter(packaged))] as const;
  });
  const servers = folder.servers.map(({ config }) => {
    const descriptor = new CapabilityDescriptor({
      source,
      kind: 'mcp',
      localId: identifierOf(config.name),
      publicName: config.name,
      surfaceDigest: serverDigest(config),
    });
    return [descriptor, () => verified(folder, serverAdapter(folder, config, assembly.adapters))] as const;
  });
  const all = [...skills, ...servers, ...values];
  return {
    contribution: new CapabilityContribution(
      source,
      all.map(([descriptor]) => descriptor),
    ),
    adapters: all.map(([descriptor, adapter]) => [descriptor.id.toString(), adapter] as const),
  };
}

function cursor(packages: readonly PackageFolder[], generation: number): UseCapabilityGeneration {
  const revision = packageRevision(packages);
  const registry = Sha256Digest.ofText(
    JSON.stringify(['changeover.folder-registry.v1', generation, revision]),
  );
  return new UseCapabilityGeneration(generation, revision, registry);
}

function refuseDuplicates(packages: readonly PackageFolder[]): void {
  const rootByName = new Map<string, string>();
  for (const { name, root } of packages) {
    const otherPath = rootByName.get(name);
    if (otherPath !== undefined) {
      throw new PackageError(
        'duplicate-package',
        `${otherPath} and ${root} are both the package ${name}; a generation holds one of them.`,
        { root, otherPath },
      );
    }
    rootByName.set(name, root);
  }
}

function refuseServerClashes(packages: readonly PackageFolder[]): void {
  const ownerByServer = new Map<string, PackageFolder>();
  for (const folder of packages) {
    for (const { config, path } of folder.servers) {
      const other = ownerByServer.get(config.name);
      if (other !== undefined) {
        throw new PackageError(
          'name-conflict',
          `The packages ${other.name} and ${folder.name} both bring an MCP server ${config.name}; leave one of them out or rename its server.`,
          { root: folder.root, path, otherPath: other.root },
        );
      }
      ownerByServer.set(config.name, folder);
    }
  }
}
