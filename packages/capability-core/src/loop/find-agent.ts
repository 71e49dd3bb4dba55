import type { AgentDefinition } from '../kinds/agent-definition.js';
import { canonicalAgentName } from '../kinds/canonical-agent-name.js';
import { findByName } from './bare-name.js';

/**
 * The agent of exactly this name, else the one that is known under it, else the only one that has it behind the name of
 * its package.
 */
export function findAgent(
  agents: ReadonlyMap<string, AgentDefinition>,
  name: string,
): AgentDefinition | undefined {
  const canonical = canonicalAgentName(name);
  const known =
    agents.get(name) ?? [...agents.values()].find((agent) => canonicalAgentName(agent.name) === canonical);
  if (known !== undefined) return known;
  const [first, ...others] = findByName(agents, name);
  return others.length === 0 ? first : undefined;
}
