import { z } from 'zod';
import { utf8Length } from '../identity/text-rules.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { firstIssue } from './first-issue.js';
import { AGENT_BYTES_MAX } from './limits.js';
import type { PermissionRule } from './permission-rule.js';
import { publicNameFlaw } from './public-name.js';

/**
 * What becomes of a call that an agent's own policy would ask a person about: it goes ahead, it is refused, or the
 * person is asked whom the delegating run asks.
 */
export type ConfirmationInheritance = 'auto_approve' | 'deny_on_ask' | 'inherit_parent';

/** A model as an agent or a person names it; the host knows what it stands for. */
export interface ModelName {
  readonly model: string;
  readonly provider?: string;
}

/** Somebody to whom a run can hand a piece of work. */
export interface AgentDefinition {
  /** Unique among the agents of a run, spellings of one built-in name included. */
  readonly name: string;
  /** Says to the delegating model what the agent is for. */
  readonly description: string;
  /** Whether every session has it. Default `false`. */
  readonly native?: boolean;
  /** Whether it is left out of the list that a model is shown; it can be named all the same. Default `false`. */
  readonly hidden?: boolean;
  /** A policy that narrows that of the delegating run, and alone it allows nothing. Default: only that one holds. */
  readonly permissions?: readonly PermissionRule[];
  /** Default: the model of the delegating run. */
  readonly model?: ModelName;
  /** Instructions before the work. */
  readonly prompt?: string;
  /** Rounds in which it may call tools; those of the delegating run bound it too. */
  readonly maxSteps?: number;
  /** Whether it works without any tool. Default `false`. */
  readonly toolFree?: boolean;
  /** Default: `auto_approve` where its policy allows or denies something, else `deny_on_ask`. */
  readonly confirmationInheritance?: ConfirmationInheritance;
}

/** An agent that was looked at: a frozen copy of it, or why it cannot be one. */
export type CheckedAgent =
  | { readonly type: 'sound'; readonly agent: AgentDefinition }
  | { readonly type: 'flawed'; readonly reason: string };

/** What definitions and specs of agents have in common. */
export const agentFields = {
  name: z.string(),
  description: z.string(),
  hidden: z.boolean().exactOptional(),
  permissions: z
    .array(z.object({ decision: z.enum(['allow', 'ask', 'deny']), rule: z.string() }))
    .exactOptional(),
  model: z.object({ model: z.string().min(1), provider: z.string().min(1).exactOptional() }).exactOptional(),
  prompt: z.string().exactOptional(),
  maxSteps: z.int().min(1).exactOptional(),
  confirmationInheritance: z.enum(['auto_approve', 'deny_on_ask', 'inherit_parent']).exactOptional(),
};

const agentSchema = z.object({
  ...agentFields,
  native: z.boolean().exactOptional(),
  toolFree: z.boolean().exactOptional(),
});

/** Checks what a host or an adapter gives as an agent: its form, its name, and that its texts fit 256 KiB. */
export function checkAgent(value: unknown): CheckedAgent {
  const parsed = agentSchema.safeParse(value);
  if (!parsed.success) {
    return { type: 'flawed', reason: firstIssue(parsed.error, 'agent') };
  }
  const agent: AgentDefinition = parsed.data;
  const flaw = publicNameFlaw(agent.name) ?? sizeFlaw(agent);
  return flaw === null ? { type: 'sound', agent: deepFreeze(agent) } : { type: 'flawed', reason: flaw };
}

/** What becomes of the calls that the agent's own policy would ask about. */
export function confirmationOf({
  confirmationInheritance,
  permissions = [],
}: AgentDefinition): ConfirmationInheritance {
  const decides = permissions.some(({ decision }) => decision !== 'ask');
  return confirmationInheritance ?? (decides ? 'auto_approve' : 'deny_on_ask');
}

function sizeFlaw({
  name,
  description,
  prompt = '',
  permissions = [],
  model,
}: AgentDefinition): string | null {
  const rules = permissions.map(({ rule }) => rule);
  const texts = [name, description, prompt, model?.model ?? '', model?.provider ?? '', ...rules];
  const bytes = texts.reduce((sum, text) => sum + utf8Length(text), 0);
  return bytes > AGENT_BYTES_MAX
    ? `its texts take ${bytes} bytes; at most ${AGENT_BYTES_MAX} are accepted`
    : null;
}
