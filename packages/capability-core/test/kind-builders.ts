import {
  CapabilityContribution,
  CapabilityDescriptor,
  type CapabilityEffect,
  type CapabilityId,
  type CapabilityProjectionAdapter,
  CapabilitySet,
  CapabilitySource,
  type CapabilityValue,
  CodeCatalogGeneration,
  KnowledgeSurfaceBinding,
  publicNameOf,
  SessionCapabilityBatch,
  type Sha256Digest,
  UiAsset,
  UiBinding,
  UiDocument,
  type UseGenerationLeaseProvider,
} from '../src/index.js';
import { ReadyAdapter } from '../src/testing/index.js';
import { digestOf, packageSource } from './set-builders.js';

/** A UI whose page says its version. */
export function uiOf(publicName: string, version = 'one'): UiBinding {
  const document = new UiDocument({ entry: new UiAsset('html', `<!doctype html><main>${version}</main>`) });
  return new UiBinding({ publicName, title: 'Panel', icon: 'panel', order: 0, document });
}

/** A knowledge surface whose content is told by a digit. */
export function surfaceOf(publicName: string, content = '1'): KnowledgeSurfaceBinding {
  return new KnowledgeSurfaceBinding({
    publicName,
    formatVersion: '0.2',
    contentDigest: digestOf(content),
    projectionDigests: [digestOf('b')],
  });
}

/** One capability of a package, and how it is made ready. */
export interface Part {
  readonly value: CapabilityValue;
  readonly effects?: readonly CapabilityEffect[];
  /** Default: one that is ready at once. */
  readonly adapter?: CapabilityProjectionAdapter;
  /** Local ids of those before it that it depends on. */
  readonly needs?: readonly string[];
  /** What its adapter gives instead of the value that it is described by. */
  readonly prepares?: CapabilityValue;
  /** Default: that of the value, where it has one. */
  readonly surfaceDigest?: Sha256Digest;
}

/** A batch of one package's capabilities; each local id is the kind and its number, like `ui-0`. */
export function packageBatch(
  generation: number,
  provider: UseGenerationLeaseProvider,
  parts: readonly Part[],
): SessionCapabilityBatch {
  const source = packageSource(provider.useGeneration);
  const descriptors = describe(source, parts);
  const target = CodeCatalogGeneration.of(generation);
  const set = CapabilitySet.fromUseProjection(target, provider.useGeneration, [
    new CapabilityContribution(source, descriptors),
  ]);
  return staged(SessionCapabilityBatch.fromUseProjection(set, provider), descriptors, parts);
}

/** The same of a host. */
export function hostBatch(generation: number, parts: readonly Part[]): SessionCapabilityBatch {
  const source = CapabilitySource.host('host', digestOf('a'));
  const descriptors = describe(source, parts);
  const target = CodeCatalogGeneration.of(generation);
  const set = CapabilitySet.fromContributions(target, [new CapabilityContribution(source, descriptors)]);
  return staged(SessionCapabilityBatch.create(set), descriptors, parts);
}

function describe(source: CapabilitySource, parts: readonly Part[]): readonly CapabilityDescriptor[] {
  const ids = new Map<string, CapabilityId>();
  return parts.map(({ value, needs = [], surfaceDigest = surfaceDigestOf(value) }, index) => {
    const { kind } = value;
    const localId = `${kind}-${index}`;
    const dependencies = needs.flatMap((needed) => ids.get(needed) ?? []);
    const publicName = publicNameOf(value);
    const made = new CapabilityDescriptor({ source, kind, localId, publicName, surfaceDigest, dependencies });
    ids.set(localId, made.id);
    return made;
  });
}

function surfaceDigestOf(value: CapabilityValue): Sha256Digest {
  if (value.kind === 'ui') return value.ui.surfaceDigest;
  return value.kind === 'knowledge-surface' ? value.surface.surfaceDigest : digestOf('b');
}

function staged(
  batch: SessionCapabilityBatch,
  descriptors: readonly CapabilityDescriptor[],
  parts: readonly Part[],
): SessionCapabilityBatch {
  for (const [index, { id }] of descriptors.entries()) {
    const part = parts[index];
    if (part !== undefined)
      batch.stage(id, part.adapter ?? new ReadyAdapter(part.prepares ?? part.value, ...(part.effects ?? [])));
  }
  return batch;
}
