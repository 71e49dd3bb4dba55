import type { AgentDefinition } from './agent-definition.js';
import type { Command } from './command.js';
import type { McpBinding } from './mcp-binding.js';
import type { Skill } from './skill.js';
import type { Tool } from './tool.js';

/** The runtime object behind one descriptor of a set. */
export type CapabilityValue =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'skill'; readonly skill: Skill }
  | { readonly kind: 'agent'; readonly agent: AgentDefinition }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'mcp'; readonly binding: McpBinding };

/** The kinds that have a runtime value. */
export type CapabilityValueKind = CapabilityValue['kind'];

/** Wraps runtime objects; the objects are shared, never copied. */
export const CapabilityValue = {
  tool(tool: Tool): CapabilityValue {
    return Object.freeze({ kind: 'tool', tool });
  },

  skill(skill: Skill): CapabilityValue {
    return Object.freeze({ kind: 'skill', skill });
  },

  agent(agent: AgentDefinition): CapabilityValue {
    return Object.freeze({ kind: 'agent', agent });
  },

  command(command: Command): CapabilityValue {
    return Object.freeze({ kind: 'command', command });
  },

  mcp(binding: McpBinding): CapabilityValue {
    return Object.freeze({ kind: 'mcp', binding });
  },
};

/** The public name that the value itself bears; it must equal its descriptor's. */
export function publicNameOf(value: CapabilityValue): string {
  switch (value.kind) {
    case 'tool':
      return value.tool.name;
    case 'skill':
      return value.skill.name;
    case 'agent':
      return value.agent.name;
    case 'command':
      return value.command.name;
    case 'mcp':
      return value.binding.serverName;
  }
}
