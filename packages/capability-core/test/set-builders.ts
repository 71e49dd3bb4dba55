import { CapabilityContribution } from '../src/identity/capability-contribution.js';
import { CapabilityDescriptor } from '../src/identity/capability-descriptor.js';
import type { CapabilityId } from '../src/identity/capability-id.js';
import type { CapabilityKind } from '../src/identity/capability-kind.js';
import { CapabilitySet } from '../src/identity/capability-set.js';
import { CapabilitySource } from '../src/identity/capability-source.js';
import { CodeCatalogGeneration } from '../src/identity/code-catalog-generation.js';
import { Sha256Digest } from '../src/identity/sha256-digest.js';
import { UseCapabilityGeneration } from '../src/identity/use-capability-generation.js';
import { UsePackageGeneration } from '../src/identity/use-package-generation.js';
import { ToolOutput } from '../src/kinds/tool-output.js';
import { CapabilityValue } from '../src/kinds/value.js';

/** The digest whose 64 digits are all `digit`. */
export function digestOf(digit: string): Sha256Digest {
  return Sha256Digest.parse(`sha256:${digit.repeat(64)}`);
}

/** The first error that `act` throws. */
export function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

export function hostSource(local = 'host'): CapabilitySource {
  return CapabilitySource.host(local, digestOf('a'));
}

export function cursor(generation = 1, revision = 'a'): UseCapabilityGeneration {
  return new UseCapabilityGeneration(generation, digestOf(revision), digestOf('f'));
}

export function packageSource(useGeneration = cursor(), packageId = 'acme/tools'): CapabilitySource {
  return CapabilitySource.usePackage(
    useGeneration,
    new UsePackageGeneration({
      packageId,
      componentId: 'use/acme-tools',
      route: 'tools',
      version: '1.0.0',
      lifecycleGeneration: 1,
      packageDigest: digestOf('d'),
      manifestDigest: digestOf('e'),
    }),
  );
}

/** A descriptor whose public name is its local id. */
export function descriptor(
  localId: string,
  {
    source = hostSource(),
    kind = 'tool',
    publicName = localId,
    dependencies = [],
  }: {
    readonly source?: CapabilitySource;
    readonly kind?: CapabilityKind;
    readonly publicName?: string;
    readonly dependencies?: readonly CapabilityId[];
  } = {},
): CapabilityDescriptor {
  return new CapabilityDescriptor({
    source,
    kind,
    localId,
    publicName,
    surfaceDigest: digestOf('b'),
    dependencies,
  });
}

/** A set of one host's tools; `dependencies` names, for each tool, the tools that it needs. */
export function toolSet(
  generation: number,
  names: readonly string[],
  dependencies: Readonly<Record<string, readonly string[]>> = {},
): CapabilitySet {
  const source = hostSource();
  const plain = new Map(names.map((name) => [name, descriptor(name, { source }).id]));
  const descriptors = names.map((name) =>
    descriptor(name, {
      source,
      dependencies: (dependencies[name] ?? []).flatMap((needed) => plain.get(needed) ?? []),
    }),
  );
  return CapabilitySet.fromContributions(
    CodeCatalogGeneration.of(generation),
    descriptors.length === 0 ? [] : [new CapabilityContribution(source, descriptors)],
  );
}

/** A set of one package's tools. */
export function packageSet(
  generation: number,
  names: readonly string[],
  useGeneration = cursor(),
): CapabilitySet {
  const source = packageSource(useGeneration);
  return CapabilitySet.fromUseProjection(CodeCatalogGeneration.of(generation), useGeneration, [
    new CapabilityContribution(
      source,
      names.map((name) => descriptor(name, { source })),
    ),
  ]);
}

/** A tool that only bears a name. */
export function toolValue(name: string): CapabilityValue {
  return CapabilityValue.tool({
    name,
    description: name,
    parameters: { type: 'object' },
    execute: async () => ToolOutput.success(name),
  });
}

/** The id of a set's capability with this local id. */
export function idIn(set: CapabilitySet, localId: string): CapabilityId {
  const found = set.capabilities.find(({ id }) => id.localId === localId);
  if (found === undefined) throw new Error(`the set holds no ${localId}`);
  return found.id;
}
