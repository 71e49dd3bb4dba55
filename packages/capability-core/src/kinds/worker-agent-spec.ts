import { z } from 'zod';
import { type AgentDefinition, agentFields, type CheckedAgent, checkAgent } from './agent-definition.js';
import { firstIssue } from './first-issue.js';
import { WORKER_AGENT_DEFAULTS, WORKER_AGENT_KINDS, type WorkerAgentKind } from './worker-agent-kind.js';

/** An agent as a host describes it: what its kind settles need not be said. */
export interface WorkerAgentSpec extends Omit<AgentDefinition, 'native' | 'toolFree'> {
  readonly kind: WorkerAgentKind;
}

/** Makes specs. */
export const WorkerAgentSpec = {
  /** An agent of which nothing is settled: it may do what the delegating run may, except what a person is asked for. */
  custom(name: string, description: string): WorkerAgentSpec {
    return { kind: 'custom', name, description };
  },
};

const specSchema = z.object({
  ...agentFields,
  kind: z.enum(WORKER_AGENT_KINDS),
});

/** Checks a spec and makes an agent of it: what it says takes the place of what its kind says. */
export function compileWorkerAgent(value: unknown): CheckedAgent {
  const parsed = specSchema.safeParse(value);
  if (!parsed.success) {
    return { type: 'flawed', reason: firstIssue(parsed.error, 'worker agent') };
  }
  const { kind, ...given } = parsed.data;
  return checkAgent({ ...WORKER_AGENT_DEFAULTS[kind], ...given });
}
