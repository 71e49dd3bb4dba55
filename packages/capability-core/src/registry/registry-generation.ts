import { Sha256Digest } from '../identity/sha256-digest.js';
import { compareBytes } from './byte-order.js';
import { identifierOf } from './identifier.js';
import type { PackageRef } from './stored-package.js';

/** One published state of the registry: which packages were in force, from when, and why. */
export interface RegistryGeneration {
  /** From 1; generation 0 is the registry before anything was published. */
  readonly generation: number;
  /** Identity of the packages: equal for equal packages, whatever the number. */
  readonly revision: Sha256Digest;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
  readonly cause: string;
  /** In byte order of their names. */
  readonly packages: readonly PackageRef[];
}

/** Identity of a set of packages, whatever their order. */
export function packageRevision(packages: readonly PackageRef[]): Sha256Digest {
  const contents = packages
    .map(({ name, version, digest }) => [identifierOf(name), version, digest] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Sha256Digest.ofText(JSON.stringify(['changeover.package-generation.v1', contents]));
}

/** Packages in the order in which generations list them. */
export function inNameOrder<P extends PackageRef>(packages: Iterable<P>): P[] {
  return [...packages].sort((left, right) => compareBytes(left.name, right.name));
}

/** The registry before its first publication. */
export const EMPTY_GENERATION: RegistryGeneration = Object.freeze({
  generation: 0,
  revision: packageRevision([]),
  publishedAt: 0,
  cause: '',
  packages: Object.freeze([]),
});
