import { MAX_PUBLIC_NAME_BYTES } from '../identity/limits.js';
import { utf8Length } from '../identity/text-rules.js';
import type { AgentDefinition } from '../kinds/agent-definition.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json-value.js';
import type { DelegatedTask } from './delegating-tool.js';
import { findAgent } from './find-agent.js';
import {
  LISTED_AGENTS_BYTES_MAX,
  LISTED_DESCRIPTION_BYTES_MAX,
  TASK_PROMPT_CHARACTERS_MAX,
} from './limits.js';
import { oneLine } from './one-line.js';

/** What a model says of one task. */
export const TASK_PARAMETERS: JsonObject = Object.freeze({
  type: 'object',
  properties: {
    agent: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_PUBLIC_NAME_BYTES,
      description: "The agent's name.",
    },
    prompt: {
      type: 'string',
      minLength: 1,
      maxLength: TASK_PROMPT_CHARACTERS_MAX,
      description: 'The whole task: the agent knows nothing of this conversation.',
    },
  },
  required: ['agent', 'prompt'],
  additionalProperties: false,
});

/** One task of the arguments, which were checked against the schema. */
export function taskOf(value: JsonValue | undefined): DelegatedTask | null {
  if (value === undefined || !isJsonObject(value)) return null;
  const { agent, prompt } = value;
  return typeof agent === 'string' && typeof prompt === 'string' ? { agent, prompt } : null;
}

/** A task with the own name of its agent. */
export function withOwnName(agents: ReadonlyMap<string, AgentDefinition>, task: JsonObject): JsonObject {
  const { agent } = task;
  const found = typeof agent === 'string' ? findAgent(agents, agent) : undefined;
  return found === undefined ? task : { ...task, agent: found.name };
}

/** The agents that a model is shown, as many as fit. */
export function listOfAgents(agents: ReadonlyMap<string, AgentDefinition>): string {
  const lines: string[] = [];
  let bytes = 0;
  for (const { name, description, hidden } of agents.values()) {
    if (hidden === true) continue;
    const line = `- ${name}: ${oneLine(description, LISTED_DESCRIPTION_BYTES_MAX)}`;
    bytes += utf8Length(line) + 1;
    if (bytes > LISTED_AGENTS_BYTES_MAX) return [...lines, 'There are more agents.'].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}
