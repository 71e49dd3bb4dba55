import type { AgentDefinition } from './agent-definition.js';
import type { Command } from './command.js';
import type { ContextProvider } from './context-provider.js';
import type { FlowBinding } from './flow-binding.js';
import type { HookBinding } from './hook.js';
import type { KnowledgeBinding } from './knowledge-binding.js';
import type { KnowledgeSurfaceBinding } from './knowledge-surface-binding.js';
import type { McpBinding } from './mcp-binding.js';
import type { Skill } from './skill.js';
import type { Tool } from './tool.js';
import type { UiBinding } from './ui-binding.js';

/** The runtime object behind one descriptor of a set. */
export type CapabilityValue =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'skill'; readonly skill: Skill }
  | { readonly kind: 'agent'; readonly agent: AgentDefinition }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'hook'; readonly binding: HookBinding }
  | { readonly kind: 'mcp'; readonly binding: McpBinding }
  | { readonly kind: 'flow'; readonly flow: FlowBinding }
  | { readonly kind: 'knowledge-surface'; readonly surface: KnowledgeSurfaceBinding }
  | { readonly kind: 'knowledge'; readonly knowledge: KnowledgeBinding }
  | { readonly kind: 'ui'; readonly ui: UiBinding }
  | { readonly kind: 'context'; readonly provider: ContextProvider };

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

  hook(binding: HookBinding): CapabilityValue {
    return Object.freeze({ kind: 'hook', binding });
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

  flow(flow: FlowBinding): CapabilityValue {
    return Object.freeze({ kind: 'flow', flow });
  },

  knowledgeSurface(surface: KnowledgeSurfaceBinding): CapabilityValue {
    return Object.freeze({ kind: 'knowledge-surface', surface });
  },

  knowledge(knowledge: KnowledgeBinding): CapabilityValue {
    return Object.freeze({ kind: 'knowledge', knowledge });
  },

  ui(ui: UiBinding): CapabilityValue {
    return Object.freeze({ kind: 'ui', ui });
  },

  context(provider: ContextProvider): CapabilityValue {
    return Object.freeze({ kind: 'context', provider });
  },
};

/** The public name that the value itself bears; it must equal its descriptor's. */
export function publicNameOf(value: CapabilityValue): string {
  switch (value.kind) {
    case 'tool':
      return value.tool.name;
    case 'skill':
      return value.skill.name;
    case 'hook':
      return value.binding.definition.id;
    case 'agent':
      return value.agent.name;
    case 'command':
      return value.command.name;
    case 'mcp':
      return value.binding.serverName;
    case 'flow':
      return value.flow.spec.name;
    case 'knowledge-surface':
      return value.surface.publicName;
    case 'knowledge':
      return value.knowledge.name;
    case 'ui':
      return value.ui.publicName;
    case 'context':
      return value.provider.name;
  }
}
