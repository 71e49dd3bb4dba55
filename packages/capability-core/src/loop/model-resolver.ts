import type { ModelName } from '../kinds/agent-definition.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { Clock } from '../lifecycle/clock.js';
import type { LlmClient } from '../model/llm-client.js';
import { AgentLoopError } from './agent-loop-error.js';
import { boundedCall } from './bounded-call.js';
import { MODEL_RESOLUTION_TIMEOUT_MS } from './limits.js';

/** Finds the model that an agent or a person names. It rejects when there is none. */
export type ModelResolver = (
  name: ModelName,
  options: { readonly signal: AbortSignal },
) => Promise<LlmClient>;

/**
 * Asks the host for a model, within its time.
 *
 * @throws {AgentLoopError} `model-unavailable` or `cancelled`
 */
export async function resolveModel(
  resolver: ModelResolver,
  name: ModelName,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<LlmClient> {
  const outcome = await boundedCall((inner) => resolver(name, { signal: inner }), {
    signal,
    timeoutMs: MODEL_RESOLUTION_TIMEOUT_MS,
    clock,
  });
  const { model } = name;
  switch (outcome.type) {
    case 'done':
      if (isClient(outcome.value)) return outcome.value;
      throw new AgentLoopError({
        code: 'model-unavailable',
        model,
        reason: 'The host gave what is no model.',
      });
    case 'cancelled':
      throw new AgentLoopError({ code: 'cancelled' });
    case 'timed-out': {
      const reason = `The host did not find it within ${MODEL_RESOLUTION_TIMEOUT_MS} ms.`;
      throw new AgentLoopError({ code: 'model-unavailable', model, reason });
    }
    case 'failed': {
      const reason = messageOf(outcome.error);
      throw new AgentLoopError({ code: 'model-unavailable', model, reason }, { cause: outcome.error });
    }
  }
}

function isClient(value: LlmClient | null | undefined): boolean {
  return typeof value?.complete === 'function' && typeof value.completeStreaming === 'function';
}
