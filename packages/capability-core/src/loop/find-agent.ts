import type { AgentDefinition } from '../kinds/agent-definition.js';
import { canonicalAgentName } from '../kinds/canonical-agent-name.js';

/** The agent of exactly this name, else the one that is known under it. */
export function findAgent(
  agents: ReadonlyMap<string, AgentDefinition>,
  name: string,
): AgentDefinition | undefined {
  const canonical = canonicalAgentName(name);
  return (
    agents.get(name) ?? [...agents.values()].find((agent) => canonicalAgentName(agent.name) === canonical)
  );
}
