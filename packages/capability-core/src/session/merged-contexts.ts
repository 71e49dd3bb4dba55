import type { Context } from '../kinds/context-provider.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { CONTEXT_PROVIDERS_MAX } from './limits.js';
import { invalidContext } from './projected-context.js';
import { BUILT_IN_CONTEXT_NAMES } from './session-contexts.js';

/**
 * Checks that a published provider would not shadow one that the session was built with.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertContextNameFree(name: string, ofSession: ReadonlyMap<string, Context>): void {
  const heldBy = ofSession.has(name)
    ? 'a context provider of the session'
    : BUILT_IN_CONTEXT_NAMES.includes(name)
      ? 'a built-in context provider'
      : null;
  if (heldBy !== null) {
    throw new CapabilityRuntimeError({
      code: 'runtime-name-conflict',
      kind: 'context',
      publicName: name,
      heldBy,
    });
  }
}

/**
 * The providers that the session was built with, then those of a generation.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid`
 */
export function mergedContexts(
  projected: readonly Context[],
  ofSession: ReadonlyMap<string, Context>,
): readonly Context[] {
  const own = [...ofSession.values()];
  const [first] = projected;
  if (first !== undefined && own.some(({ hasCognitiveBinding }) => hasCognitiveBinding)) {
    throw invalidContext(first.name, 'the session was made for an exact Session cognitive binding');
  }
  const beyond = projected[CONTEXT_PROVIDERS_MAX - own.length];
  if (beyond !== undefined) {
    throw invalidContext(
      beyond.name,
      `a run has at most ${CONTEXT_PROVIDERS_MAX} providers, ${own.length} of them the session's`,
    );
  }
  return [...own, ...projected];
}
