import {
  CapabilityContribution,
  CapabilitySet,
  CapabilityValue,
  CodeCatalogGeneration,
  type ContextItem,
  type ContextProvider,
  type ContextResult,
  SessionCapabilityBatch,
  type UseGenerationLeaseProvider,
} from '../src/index.js';
import { type Context, checkContextProvider } from '../src/kinds/context-provider.js';
import { descriptor, hostSource, packageSource } from './set-builders.js';

/** A piece of context that says as little as it may. */
export function itemOf(content: string, over: Partial<ContextItem> = {}): ContextItem {
  return {
    id: content,
    contextType: 'resource',
    content,
    tokenCount: 1,
    relevance: 0.5,
    metadata: {},
    ...over,
  };
}

/** An answer with these items. */
export function resultOfItems(...items: readonly ContextItem[]): ContextResult {
  return { items, totalTokens: items.length, provider: 'any', truncated: false };
}

/** A provider that does what the test says, and by default finds its own name. */
export function providerOf(name: string, over: Partial<ContextProvider> = {}): ContextProvider {
  return { name, query: async () => resultOfItems(itemOf(`from ${name}`)), ...over };
}

/** The provider as a run would have it. */
export function soundContext(provider: ContextProvider): Context {
  const checked = checkContextProvider(provider);
  if (checked.type === 'flawed') throw new Error(checked.reason);
  return checked.context;
}

/** A batch of one host's context providers. */
export function contextBatch(
  generation: number,
  providers: readonly ContextProvider[],
): SessionCapabilityBatch {
  const contribution = contributionOf(hostSource(), providers);
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [contribution]);
  return staged(SessionCapabilityBatch.create(set), providers);
}

/** A batch of one package's context providers. */
export function packageContextBatch(
  generation: number,
  providers: readonly ContextProvider[],
  lease: UseGenerationLeaseProvider,
): SessionCapabilityBatch {
  const contribution = contributionOf(packageSource(lease.useGeneration), providers);
  const set = CapabilitySet.fromUseProjection(CodeCatalogGeneration.of(generation), lease.useGeneration, [
    contribution,
  ]);
  return staged(SessionCapabilityBatch.fromUseProjection(set, lease), providers);
}

function contributionOf(
  source: ReturnType<typeof hostSource>,
  providers: readonly ContextProvider[],
): CapabilityContribution {
  const descriptors = providers.map(({ name }, index) =>
    descriptor(`context-${index}`, { source, kind: 'context', publicName: name }),
  );
  return new CapabilityContribution(source, descriptors);
}

function staged(
  batch: SessionCapabilityBatch,
  providers: readonly ContextProvider[],
): SessionCapabilityBatch {
  const byName = new Map(providers.map((provider) => [provider.name, provider]));
  for (const { id, publicName } of batch.target.capabilities) {
    const provider = byName.get(publicName);
    if (provider !== undefined) batch.stageValue(id, CapabilityValue.context(provider));
  }
  return batch;
}
