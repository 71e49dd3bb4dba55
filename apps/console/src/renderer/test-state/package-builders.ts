import type {
  PackageGeneration,
  PackageItem,
  PackageVersion,
  Registry,
  RegistryPlan,
  ServerConsent,
  StoredPackage,
} from '../../protocol/capability-package.js';
import { digestOf, NOW } from './moments-and-digests.js';

export function aPackageVersion(change: Partial<PackageVersion> = {}): PackageVersion {
  return { name: 'everything', version: '1.0.0', digest: digestOf(0), ...change };
}

export function versionOf({ name, version, digest }: PackageVersion): PackageVersion {
  return { name, version, digest };
}

/** Allowed; its package is `everything` 1.0.0 unless the change says another. */
export function aConsent(change: Partial<ServerConsent> = {}): ServerConsent {
  return {
    package: aPackageVersion(),
    server: 'everything',
    command: ['node', 'server.js', 'stdio'],
    env: {},
    cwd: null,
    decision: 'allowed',
    decidedAt: NOW - 30 * 60_000,
    reason: null,
    previous: null,
    ...change,
  };
}

export function anUndecidedConsent(change: Partial<ServerConsent> = {}): ServerConsent {
  return aConsent({ decision: 'undecided', decidedAt: null, ...change });
}

/** In force, with one skill and no server. */
export function aStoredPackage(change: Partial<StoredPackage> = {}): StoredPackage {
  return {
    ...aPackageVersion(),
    source: `/home/ada/demo/${change.name ?? 'everything'}`,
    installedAt: NOW - 40 * 60_000,
    bytes: 18_432,
    fileCount: 4,
    loaded: 1,
    diagnosed: 0,
    skipped: 0,
    servers: [],
    state: 'in-force',
    holders: [],
    ...change,
  };
}

export function aPackageItem(change: Partial<PackageItem> = {}): PackageItem {
  return {
    kind: 'skill',
    name: 'take-notes',
    path: 'skills/take-notes/SKILL.md',
    outcome: 'loaded',
    diagnostics: [],
    ...change,
  };
}

export function aPackageGeneration(change: Partial<PackageGeneration> = {}): PackageGeneration {
  return {
    generation: 1,
    publishedAt: NOW - 39 * 60_000,
    cause: 'installed everything 1.0.0',
    packages: [aPackageVersion()],
    ...change,
  };
}

/** Nothing installed yet, and one folder to begin with. */
export function aRegistry(change: Partial<Registry> = {}): Registry {
  return {
    generation: 0,
    generations: [],
    packages: [],
    suggestions: [{ folder: '/home/ada/demo/field-notes-1.0.0', name: 'field-notes 1.0.0' }],
    ...change,
  };
}

/** A registry whose newest generation is made of the packages that are in force. */
export function anInstalledRegistry(
  packages: readonly StoredPackage[],
  change: Partial<Registry> = {},
): Registry {
  const inForce = packages.filter((stored) => stored.state === 'in-force').map(versionOf);
  return aRegistry({
    generation: 1,
    generations: [aPackageGeneration({ packages: inForce })],
    packages,
    ...change,
  });
}

/** Adds `everything` 1.0.0 to nothing. */
export function aPlan(change: Partial<RegistryPlan> = {}): RegistryPlan {
  return {
    base: 0,
    target: 1,
    packages: [{ change: 'added', name: 'everything', from: null, to: aPackageVersion() }],
    items: [
      {
        change: 'added',
        kind: 'skill',
        publicName: 'take-notes',
        package: 'everything',
        fromDigest: null,
        toDigest: digestOf(1),
      },
    ],
    unchangedItems: 0,
    conflicts: [],
    undecided: [],
    sessions: [],
    deleted: [],
    ...change,
  };
}
