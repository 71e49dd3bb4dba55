import {
  CapabilityContribution,
  CapabilitySet,
  CapabilityValue,
  CodeCatalogGeneration,
  type HookBinding,
  type HookDefinition,
  type HookEvent,
  type HookHandler,
  HookResponse,
  SessionCapabilityBatch,
  type UseGenerationLeaseProvider,
} from '../src/index.js';
import { checkHook, type Hook } from '../src/kinds/hook.js';
import { descriptor, hostSource, packageSource } from './set-builders.js';

/** A hook that does what the test says, and by default goes on with everything. */
export function hookOf(
  definition: HookDefinition,
  handle: HookHandler['handle'] = () => HookResponse.continue(),
): HookBinding {
  return { definition, handler: { handle } };
}

/** A hook on an event that writes down what it is told. */
export function recordingHook(
  definition: HookDefinition,
): HookBinding & { readonly events: readonly HookEvent[] } {
  const events: HookEvent[] = [];
  const binding = hookOf(definition, (event) => {
    events.push(event);
    return HookResponse.continue();
  });
  return { ...binding, events };
}

/** The hook as a run would have it. */
export function soundHook({ definition, handler }: HookBinding): Hook {
  const checked = checkHook(definition, handler);
  if (checked.type === 'flawed') throw new Error(checked.reason);
  return checked.hook;
}

/** A batch of one host's hooks. */
export function hookBatch(generation: number, hooks: readonly HookBinding[]): SessionCapabilityBatch {
  const contribution = contributionOf(hostSource(), hooks);
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [contribution]);
  return staged(SessionCapabilityBatch.create(set), hooks);
}

/** A batch of one package's hooks. */
export function packageHookBatch(
  generation: number,
  hooks: readonly HookBinding[],
  provider: UseGenerationLeaseProvider,
): SessionCapabilityBatch {
  const contribution = contributionOf(packageSource(provider.useGeneration), hooks);
  const set = CapabilitySet.fromUseProjection(CodeCatalogGeneration.of(generation), provider.useGeneration, [
    contribution,
  ]);
  return staged(SessionCapabilityBatch.fromUseProjection(set, provider), hooks);
}

function contributionOf(
  source: ReturnType<typeof hostSource>,
  hooks: readonly HookBinding[],
): CapabilityContribution {
  const descriptors = hooks.map(({ definition: { id } }, index) =>
    descriptor(`hook-${index}`, { source, kind: 'hook', publicName: id }),
  );
  return new CapabilityContribution(source, descriptors);
}

function staged(batch: SessionCapabilityBatch, hooks: readonly HookBinding[]): SessionCapabilityBatch {
  const byId = new Map(hooks.map((hook) => [hook.definition.id, hook]));
  for (const { id, publicName } of batch.target.capabilities) {
    const hook = byId.get(publicName);
    if (hook !== undefined) batch.stageValue(id, CapabilityValue.hook(hook));
  }
  return batch;
}
