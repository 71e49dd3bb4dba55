import type { CapabilitySet } from '@changeover/capability-core';
import type { Capability, Generation, PackageVersion } from '../../protocol/generation.js';

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
    capabilities: capabilitiesOf(set),
    effectsClosed: null,
  };
}

/** The capabilities of a set as pages see them. */
export function capabilitiesOf(set: CapabilitySet): readonly Capability[] {
  return set.capabilities.map(({ id, publicName, surfaceDigest, dependencies }) => ({
    id: id.toString(),
    kind: id.kind,
    publicName,
    surfaceDigest,
    dependencies: dependencies.map((dependency) => dependency.toString()),
  }));
}

/** The generation once nobody uses it any more. */
export function retiredGeneration(
  generation: Generation,
  at: number,
  effectsClosed: number | null,
): Generation {
  return { ...generation, state: 'retired', retiredAt: at, pins: 0, effectsClosed };
}
