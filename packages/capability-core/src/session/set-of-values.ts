import { CapabilityContribution } from '../identity/capability-contribution.js';
import { CapabilityDescriptor } from '../identity/capability-descriptor.js';
import type { CapabilityId } from '../identity/capability-id.js';
import { CapabilitySet } from '../identity/capability-set.js';
import type { CapabilitySource } from '../identity/capability-source.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { isIdentifier } from '../identity/text-rules.js';
import { type CapabilityValue, publicNameOf } from '../kinds/value.js';

/** Hex digits of a digest that stand for a name which cannot be a local id. */
const DIGITS_OF_NAME = 16;

/** A set of values that describe themselves, and the value behind each id. */
export interface SetOfValues {
  readonly set: CapabilitySet;
  readonly values: readonly (readonly [CapabilityId, CapabilityValue])[];
}

/**
 * Describes values of one source by themselves: a local id is the public name, where that can be one, and a surface
 * digest that no kind derives stands for the name at the source's revision.
 *
 * @throws {CapabilitySetError} those of `CapabilityDescriptor`, `CapabilityContribution` and `CapabilitySet`
 */
export function setOfValues(
  generation: number,
  source: CapabilitySource,
  given: Iterable<CapabilityValue>,
): SetOfValues {
  const described = Array.from(given, (value) => [descriptorOf(source, value), value] as const);
  const contributions =
    described.length === 0
      ? []
      : [
          new CapabilityContribution(
            source,
            described.map(([each]) => each),
          ),
        ];
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), contributions);
  return { set, values: described.map(([{ id }, value]) => [id, value] as const) };
}

function descriptorOf(source: CapabilitySource, value: CapabilityValue): CapabilityDescriptor {
  const publicName = publicNameOf(value);
  const localId = isIdentifier(publicName)
    ? publicName
    : Sha256Digest.ofText(publicName).slice(-DIGITS_OF_NAME);
  const surfaceDigest = surfaceDigestOf(source, value, publicName);
  return new CapabilityDescriptor({ source, kind: value.kind, localId, publicName, surfaceDigest });
}

function surfaceDigestOf(source: CapabilitySource, value: CapabilityValue, publicName: string): Sha256Digest {
  if (value.kind === 'ui') return value.ui.surfaceDigest;
  if (value.kind === 'knowledge-surface') return value.surface.surfaceDigest;
  return Sha256Digest.ofText(JSON.stringify([source.id, source.evidence, value.kind, publicName]));
}
