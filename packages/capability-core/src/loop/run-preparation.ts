import { type Message, messageText, userMessage } from '../model/message.js';
import { AgentLoopError } from './agent-loop-error.js';
import type { LoopEnvironment } from './loop-environment.js';

/** What a run begins with, after those who have a say in its prompt were asked. */
export interface PreparedRun {
  readonly messages: readonly Message[];
  /** The text that the run is about. */
  readonly prompt: string;
  readonly system: string | null;
}

/**
 * Has the hooks look at the prompt, which they may replace, and then asks for context.
 *
 * @throws {AgentLoopError} `prompt-refused`, `context-failed` or `cancelled`
 */
export async function prepareRun(
  environment: LoopEnvironment,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<PreparedRun> {
  const { hooks, context, system } = environment;
  const last = messages.at(-1);
  const given = last === undefined ? '' : messageText(last);
  const prompt = await gatePrompt(environment, given, signal);
  const asked = prompt === given ? messages : [...messages.slice(0, -1), userMessage(prompt)];
  if (context === null) {
    return { messages: asked, prompt, system };
  }
  hooks.observe('pre_context_perception', { query: prompt });
  const { items, leftOut, text } = await context.perceive(prompt, signal);
  hooks.observe('post_context_perception', {
    items: items.map(({ provider, item: { id, contextType, relevance } }) => {
      return { provider, id, contextType, relevance };
    }),
    leftOut,
  });
  const parts = [system ?? '', text ?? ''].filter((part) => part !== '');
  return { messages: asked, prompt, system: parts.length === 0 ? system : parts.join('\n\n') };
}

async function gatePrompt({ hooks }: LoopEnvironment, prompt: string, signal: AbortSignal): Promise<string> {
  const decision = await hooks.gate('pre_prompt', { prompt }, signal);
  switch (decision.type) {
    case 'continue': {
      const replaced = decision.change?.['prompt'];
      return typeof replaced === 'string' ? replaced : prompt;
    }
    case 'refuse': {
      const { reason, retryAfterMs } = decision;
      throw new AgentLoopError({ code: 'prompt-refused', reason, retryAfterMs });
    }
    case 'escalate':
      throw new AgentLoopError({ code: 'prompt-refused', reason: decision.reason, retryAfterMs: null });
    case 'cancelled':
      throw new AgentLoopError({ code: 'cancelled' });
  }
}
