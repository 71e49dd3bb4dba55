import type { CapabilityProjection, ProjectedCapability } from '../catalog/capability-projection.js';
import { type Context, type ContextProvider, checkContextProvider } from '../kinds/context-provider.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/** What was read once serves each run: whoever made a provider may change it, but not what a generation holds. */
const read = new WeakMap<CapabilityProjection, Map<string, Context>>();

/**
 * A frozen copy of one of a generation's context providers, as it was when this was first asked, which is before its
 * publication.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid`
 */
export function projectedContext(
  projection: CapabilityProjection,
  { descriptor: { publicName } }: ProjectedCapability,
  provider: ContextProvider,
): Context {
  const known = read.get(projection) ?? new Map<string, Context>();
  read.set(projection, known);
  const context = known.get(publicName);
  if (context !== undefined) {
    return context;
  }
  const checked = checkContextProvider(provider);
  if (checked.type === 'flawed') {
    throw invalidContext(publicName, checked.reason);
  }
  if (checked.context.hasCognitiveBinding) {
    throw invalidContext(
      publicName,
      'it has a cognitive binding, which would cross the persisted Knowledge/session boundary',
    );
  }
  known.set(publicName, checked.context);
  return checked.context;
}

/** The refusal of a published context provider. */
export function invalidContext(publicName: string, reason: string): CapabilityRuntimeError {
  return new CapabilityRuntimeError({ code: 'runtime-value-invalid', kind: 'context', publicName, reason });
}
