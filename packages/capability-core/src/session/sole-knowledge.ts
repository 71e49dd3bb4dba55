import type { Context } from '../kinds/context-provider.js';
import type { KnowledgeBinding } from '../kinds/knowledge-binding.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/**
 * Knowledge is the only authority of its runs: no context stands beside it, be it published or the host's.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid`
 */
export function assertKnowledgeAlone(
  {
    knowledge,
    contexts,
  }: { readonly knowledge: KnowledgeBinding | null; readonly contexts: readonly Context[] },
  ofSession: ReadonlyMap<string, Context>,
): void {
  if (knowledge === null) return;
  if (contexts.length > 0) {
    throw invalidKnowledge(
      knowledge,
      'Published general-purpose Context cannot stand beside it; leave one of them out.',
    );
  }
  if (ofSession.size > 0) {
    throw invalidKnowledge(
      knowledge,
      'Session-static general-purpose Context cannot stand beside it; set no providers.',
    );
  }
}

/** Why a generation with such knowledge cannot be published. */
export function invalidKnowledge(
  { name: publicName }: KnowledgeBinding,
  reason: string,
): CapabilityRuntimeError {
  return new CapabilityRuntimeError({ code: 'runtime-value-invalid', kind: 'knowledge', publicName, reason });
}
