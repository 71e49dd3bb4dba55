import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { KnowledgeBinding } from '../kinds/knowledge-binding.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/**
 * The knowledge of a generation. It is the only authority of its runs: there is one, and no context beside it, be it
 * published or the host's.
 *
 * @param contextProviders - How many context providers the host has set for every run.
 * @throws {CapabilityRuntimeError} `runtime-value-invalid`
 */
export function projectedKnowledge(
  { entries, set }: Pick<CapabilityProjection, 'entries' | 'set'>,
  contextProviders: number,
): KnowledgeBinding | null {
  const bindings = entries.flatMap(({ value }) => (value.kind === 'knowledge' ? [value.knowledge] : []));
  const [knowledge, second] = bindings;
  if (knowledge === undefined) {
    return null;
  }
  if (second !== undefined) {
    throw invalid(second, 'A generation holds exactly one knowledge; it has another one already.');
  }
  if (set.capabilities.some(({ id }) => id.kind === 'context')) {
    throw invalid(
      knowledge,
      'Published general-purpose Context cannot stand beside it; leave one of them out.',
    );
  }
  if (contextProviders > 0) {
    throw invalid(
      knowledge,
      'Session-static general-purpose Context cannot stand beside it; set no providers.',
    );
  }
  return knowledge;
}

function invalid({ name: publicName }: KnowledgeBinding, reason: string): CapabilityRuntimeError {
  return new CapabilityRuntimeError({ code: 'runtime-value-invalid', kind: 'knowledge', publicName, reason });
}
