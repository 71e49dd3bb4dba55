import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { AgentDefinition } from '../kinds/agent-definition.js';
import type { Command } from '../kinds/command.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { builtInTools, delegatingTools } from '../loop/built-in-tools.js';
import { toolFlaw } from '../loop/tool-flaw.js';
import type { AddedSkills } from './added-skills.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { mergedAgents } from './merged-agents.js';
import { mergedCommands } from './merged-commands.js';
import { mergedSkills } from './merged-skills.js';
import type { NamedRegistrations } from './named-registrations.js';
import { NamedTools } from './named-tools.js';
import type { SkillValidator } from './skill-validator.js';

/** What a run uses: maps of its own over the shared objects of one generation and of the host. */
export interface PinnedRegistry {
  /** Dynamic, projected, MCP and built-in tools by the name that a model calls. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Projected and added skills, sorted by name; each is a frozen copy. */
  readonly skills: ReadonlyMap<string, Skill>;
  /** Built-in, registered and projected agents, sorted by name; each is a frozen copy. */
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  /** Built-in, registered and projected commands, sorted by name; each is a frozen copy. */
  readonly commands: ReadonlyMap<string, Command>;
  readonly mcp: ReadonlyMap<string, McpBinding>;
}

/** What a host has registered beside what is published. */
export interface HostRegistrations {
  readonly dynamicTools: NamedRegistrations<Tool>;
  readonly addedSkills: AddedSkills;
  readonly workerAgents: NamedRegistrations<AgentDefinition>;
  readonly commands: NamedRegistrations<Command>;
  readonly settings: { readonly skillValidator?: SkillValidator; readonly delegation?: boolean };
}

/**
 * Merges a generation with what the host has registered. It is built once before a generation is published, so
 * that a clash is found then, and again for each run.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid` or `runtime-name-conflict`
 */
export function buildPinnedRegistry(
  projection: CapabilityProjection,
  { dynamicTools, addedSkills, workerAgents, commands: registered, settings }: HostRegistrations,
): PinnedRegistry {
  const entries = projection.entries.map(({ descriptor, value }) => ({
    id: descriptor.id.toString(),
    value,
  }));
  const mcp = new Map<string, McpBinding>();
  for (const { value } of entries) {
    if (value.kind === 'mcp') {
      assertUsable(value.binding);
      mcp.set(value.binding.serverName, value.binding);
    }
  }
  const skills = mergedSkills(projection, addedSkills, settings.skillValidator);
  const agents = mergedAgents(projection, workerAgents);
  const commands = mergedCommands(projection, registered);
  const tools = new NamedTools(dynamicTools);
  for (const { id, value } of entries) {
    if (value.kind === 'tool') {
      assertCallable(value.tool);
      tools.add('tool', value.tool, id);
    }
  }
  for (const { id, value } of entries) {
    for (const tool of value.kind === 'mcp' ? mcpTools(value.binding) : []) {
      tools.add('mcp', tool, id);
    }
  }
  const builtIn = [...builtInTools(skills), ...(settings.delegation === true ? delegatingTools(agents) : [])];
  return { tools: tools.with(builtIn), skills, agents, commands, mcp };
}

function assertCallable(tool: Tool): void {
  const reason = toolFlaw(tool);
  if (reason === null) return;
  throw new CapabilityRuntimeError({
    code: 'runtime-value-invalid',
    kind: 'tool',
    publicName: tool.name,
    reason,
  });
}

function assertUsable(binding: McpBinding): void {
  try {
    binding.assertUsable();
  } catch (error) {
    throw new CapabilityRuntimeError(
      {
        code: 'runtime-value-invalid',
        kind: 'mcp',
        publicName: binding.serverName,
        reason: messageOf(error),
      },
      { cause: error },
    );
  }
}
