import {
  type AgentSession,
  type LlmClient,
  type LlmRequest,
  messageText,
  type SessionEvent,
  type SessionOptions,
  toolResultText,
  WorkerAgentSpec,
} from '../src/index.js';
import { type EventRecorder, ScriptedModel, type ScriptedToolCall } from '../src/testing/index.js';
import type { ScriptedStep } from '../src/testing/scripted-model.js';
import { openSession } from './session-builders.js';

/** A session that may delegate. */
export function openDelegating(
  client: LlmClient,
  options: SessionOptions = {},
): { readonly session: AgentSession; readonly recorder: EventRecorder<SessionEvent> } {
  return openSession(client, { delegation: true, ...options });
}

/** A call that hands a piece of work to an agent. */
export function taskCall(agent: string, prompt = 'work', id = 'call-1'): ScriptedToolCall {
  return { name: 'task', id, input: { agent, prompt } };
}

/** A call that hands out several pieces of work; each agent is told its own name. */
export function parallelCall(...agents: readonly string[]): ScriptedToolCall {
  return { name: 'parallel_task', input: { tasks: agents.map((agent) => ({ agent, prompt: agent })) } };
}

/** An agent whose system prompt is its name. */
export function workerOf(name: string, over: Partial<WorkerAgentSpec> = {}): WorkerAgentSpec {
  return { ...WorkerAgentSpec.custom(name, `Does ${name}.`), prompt: name, ...over };
}

/** One script for each conversation, by the text that it begins with: scripts of agents that work side by side. */
export function modelByPrompt(scripts: Readonly<Record<string, ScriptedModel>>): LlmClient {
  const scriptOf = ({ messages: [first] }: LlmRequest): ScriptedModel => {
    const prompt = first === undefined ? '' : messageText(first);
    const script = scripts[prompt];
    if (script === undefined) throw new Error(`there is no script for ${prompt}`);
    return script;
  };
  return {
    complete: (request) => scriptOf(request).complete(request),
    completeStreaming: (request) => scriptOf(request).completeStreaming(request),
  };
}

/** A model that calls these tools in one answer, and then ends with what the last of them said. */
export function callingModel(...calls: readonly ScriptedToolCall[]): ScriptedModel {
  return new ScriptedModel(
    () => ScriptedModel.toolCalls(...calls),
    (request) => ScriptedModel.text(lastResult(request)),
  );
}

/** What the tools of the last round said. */
export function lastResult({ messages }: LlmRequest): string {
  const results = (messages.at(-1)?.content ?? []).filter((block) => block.type === 'tool_result');
  return results.map(toolResultText).join('\n---\n');
}

/** Steps of a parent that delegates once, with the steps of its agent in between. */
export function delegatingModel(agent: string, ...steps: readonly ScriptedStep[]) {
  return new ScriptedModel(
    () => ScriptedModel.toolCalls(taskCall(agent)),
    ...steps,
    (request) => ScriptedModel.text(`told: ${lastResult(request)}`),
  );
}
