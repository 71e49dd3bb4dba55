import type { CapabilityDescriptor, CapabilitySet } from '@changeover/capability-core';
import type { PackageVersion } from '../../protocol/capability-package.js';
import type { Capability, Catalog, Generation } from '../../protocol/generation.js';

/** What a session is about to publish, and why. */
export interface Publication {
  readonly set: CapabilitySet;
  readonly packages: readonly PackageVersion[];
  readonly cause: string;
}

/** A generation at the moment of its publication. */
export function newGeneration(session: string, publication: Publication, at: number): Generation {
  const { set, packages, cause } = publication;
  return {
    session,
    generation: set.generation,
    digest: set.digest,
    state: 'current',
    cause,
    publishedAt: at,
    retiredAt: null,
    pins: 0,
    useGeneration: set.useGeneration?.generation ?? null,
    packages,
    capabilityCount: set.capabilities.length,
    effectsClosed: null,
  };
}

/** The generation once nobody uses it any more. */
export function retiredGeneration(
  generation: Generation,
  at: number,
  effectsClosed: number | null,
): Generation {
  return { ...generation, state: 'retired', retiredAt: at, pins: 0, effectsClosed };
}

/** What a set consists of, as pages see it. */
export function catalogOf({ digest, capabilities }: CapabilitySet): Catalog {
  return { digest, capabilities: capabilities.map(shownCapability) };
}

/** A capability as pages see it. */
export function shownCapability(descriptor: CapabilityDescriptor): Capability {
  const { id, publicName, surfaceDigest, dependencies } = descriptor;
  return {
    id: id.toString(),
    kind: id.kind,
    publicName,
    surfaceDigest,
    dependencies: dependencies.map((dependency) => dependency.toString()),
  };
}
