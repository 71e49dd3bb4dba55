import { type Context, type ContextProvider, checkContextProvider } from '../kinds/context-provider.js';
import { CONTEXT_PROVIDERS_MAX } from './limits.js';
import { SessionError } from './session-error.js';

/** Names of providers that a session may bring itself; no other provider has them. */
export const BUILT_IN_CONTEXT_NAMES: readonly string[] = Object.freeze(['skills_catalog']);

/**
 * The context providers that a session was built with, by name, as they were then.
 *
 * @throws {SessionError} `context-provider-invalid`
 */
export function sessionContexts(
  sessionId: string,
  providers: readonly ContextProvider[],
): ReadonlyMap<string, Context> {
  const refuse = (reason: string): SessionError =>
    new SessionError({ code: 'context-provider-invalid', sessionId, reason });
  if (providers.length > CONTEXT_PROVIDERS_MAX) {
    throw refuse(`a run has at most ${CONTEXT_PROVIDERS_MAX} providers, and ${providers.length} were given`);
  }
  const contexts = new Map<string, Context>();
  for (const provider of providers) {
    const checked = checkContextProvider(provider);
    if (checked.type === 'flawed') {
      throw refuse(checked.reason);
    }
    const { context } = checked;
    if (contexts.has(context.name) || BUILT_IN_CONTEXT_NAMES.includes(context.name)) {
      throw refuse(`the name "${context.name}" is taken; give it another`);
    }
    contexts.set(context.name, context);
  }
  return contexts;
}
