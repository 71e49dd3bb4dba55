import type { AgentDefinition } from '../kinds/agent-definition.js';
import { canonicalAgentName } from '../kinds/canonical-agent-name.js';
import { compileWorkerAgent, type WorkerAgentSpec } from '../kinds/worker-agent-spec.js';
import { agentRulesFlaw } from '../loop/agent-permissions.js';
import { type AgentFileReader, readAgentDir } from './agent-dir.js';
import { WORKER_AGENTS_MAX } from './limits.js';
import { assertAgentNameAvailable } from './name-guard.js';
import { refuseRegistration } from './registration-refusal.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** Adds or replaces a host's agents: all of them, or none when one is refused. */
export function registerWorkerAgents(state: SessionState, specs: Iterable<WorkerAgentSpec>): void {
  const agents = Array.from(specs, (spec) => {
    try {
      return compiled(state, spec);
    } catch (error) {
      throw refuseRegistration(state, { kind: 'agent', publicName: spec?.name }, error);
    }
  });
  register(state, agents);
}

/** Adds or replaces the agents of a folder: all of them, or none when one is refused. @returns their names */
export async function registerAgentDir(
  state: SessionState,
  reader: AgentFileReader,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  assertOpen(state);
  let agents: readonly AgentDefinition[];
  try {
    agents = await readAgentDir(state, reader, signal);
  } catch (error) {
    // Closing the session cancels the reading.
    assertOpen(state);
    throw refuseRegistration(state, { kind: 'agent', publicName: '' }, error);
  }
  register(state, agents);
  return agents.map(({ name }) => name);
}

/** Whether the host has registered an agent that is known by this name. */
export function hasWorkerAgent({ workerAgents }: SessionState, name: string): boolean {
  const canonical = canonicalAgentName(name);
  return workerAgents.has(name) || workerAgents.has(canonical);
}

function register(state: SessionState, agents: readonly AgentDefinition[]): void {
  const taken = new Set<string>();
  for (const agent of agents) {
    try {
      assertRegistrable(state, agent, taken);
    } catch (error) {
      throw refuseRegistration(state, { kind: 'agent', publicName: agent.name }, error);
    }
    taken.add(canonicalAgentName(agent.name));
  }
  const actions = agents.map((agent) => [agent.name, state.workerAgents.set(agent.name, agent)] as const);
  for (const [publicName, action] of actions) {
    state.emit({ type: 'registration', kind: 'agent', publicName, action });
  }
}

function assertRegistrable(state: SessionState, agent: AgentDefinition, taken: ReadonlySet<string>): void {
  const { id: sessionId, workerAgents } = state;
  assertOpen(state);
  const reason = taken.has(canonicalAgentName(agent.name))
    ? 'another one that is registered with it has its name'
    : agentRulesFlaw(agent);
  if (reason !== null) {
    throw new SessionError({ code: 'agent-invalid', sessionId, agent: agent.name, reason });
  }
  assertAgentNameAvailable(state.catalog.current.projection, agent.name);
  const added = [...taken].filter((name) => !workerAgents.has(name)).length;
  if (!workerAgents.has(agent.name) && workerAgents.size + added >= WORKER_AGENTS_MAX) {
    throw new SessionError({ code: 'worker-agent-limit-reached', sessionId, max: WORKER_AGENTS_MAX });
  }
}

function compiled({ id: sessionId }: SessionState, spec: WorkerAgentSpec): AgentDefinition {
  const checked = compileWorkerAgent(spec);
  if (checked.type === 'sound') {
    return checked.agent;
  }
  const name: unknown = spec?.name;
  const agent = typeof name === 'string' ? name : '';
  throw new SessionError({ code: 'agent-invalid', sessionId, agent, reason: checked.reason });
}

function assertOpen({ id: sessionId, closed }: SessionState): void {
  if (closed) {
    throw new SessionError({ code: 'session-closed', sessionId });
  }
}
