import type { CapabilityProjection } from '../catalog/capability-projection.js';
import { type AgentDefinition, checkAgent } from '../kinds/agent-definition.js';
import { BUILT_IN_AGENTS } from '../kinds/built-in-agents.js';
import { canonicalAgentName } from '../kinds/canonical-agent-name.js';
import { agentRulesFlaw } from '../loop/agent-permissions.js';
import { ClaimedNames } from './claimed-names.js';
import type { NamedRegistrations } from './named-registrations.js';
import { projectedReader } from './projected-values.js';

/** Holder of the names of the agents that every session has. */
export const BUILT_IN_AGENT = 'a built-in agent';

const projectedAgents = projectedReader('agent', (value) => {
  if (value.kind !== 'agent') return null;
  const checked = checkAgent(value.agent);
  if (checked.type === 'flawed') return checked;
  const { agent } = checked;
  const reason = agentRulesFlaw(agent);
  return reason === null ? { value: agent } : { reason };
});

/**
 * The built-in agents, those of the host and those of a generation, sorted by name.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict` or `runtime-value-invalid`
 */
export function mergedAgents(
  projection: CapabilityProjection,
  registered: NamedRegistrations<AgentDefinition>,
): ReadonlyMap<string, AgentDefinition> {
  const projected = projectedAgents(projection);
  const names = new ClaimedNames<AgentDefinition>('agent', canonicalAgentName);
  for (const agent of BUILT_IN_AGENTS) {
    names.add(agent, BUILT_IN_AGENT);
  }
  for (const agent of registered.values()) {
    names.add(agent, 'an agent registered by the host');
  }
  for (const { id, value } of projected) {
    names.add(value, id);
  }
  return names.sorted();
}
