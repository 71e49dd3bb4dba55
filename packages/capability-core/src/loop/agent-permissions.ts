import { type AgentDefinition, confirmationOf } from '../kinds/agent-definition.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { JsonObject } from '../model/json-value.js';
import { type PermissionDecision, PermissionPolicy, type ToolPermissions } from './permission-policy.js';

/**
 * What an agent may do: never more than whoever delegates to it. What the delegating run refuses is refused, and what
 * it asks a person about is asked. Only a question of the agent's own policy can be settled by its definition.
 */
export class AgentPermissions implements ToolPermissions {
  readonly #parent: ToolPermissions;
  readonly #own: PermissionPolicy | null;
  readonly #approvesOwn: boolean;

  constructor(parent: ToolPermissions, agent: AgentDefinition) {
    const { permissions } = agent;
    this.#parent = parent;
    this.#own = permissions === undefined ? null : new PermissionPolicy(permissions);
    this.#approvesOwn = confirmationOf(agent) === 'auto_approve';
  }

  decide(tool: string, args: JsonObject): PermissionDecision {
    const parent = this.#parent.decide(tool, args);
    const own = this.#own?.decide(tool, args) ?? 'allow';
    if (parent === 'deny' || own === 'deny') {
      return 'deny';
    }
    return parent === 'ask' || (own === 'ask' && !this.#approvesOwn) ? 'ask' : 'allow';
  }
}

/** Why an agent's rules cannot be a policy, or `null`. */
export function agentRulesFlaw({ permissions = [] }: AgentDefinition): string | null {
  try {
    new PermissionPolicy(permissions);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
