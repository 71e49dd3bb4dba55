import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { builtInTools } from '../loop/built-in-tools.js';
import { toolFlaw } from '../loop/tool-flaw.js';
import type { AddedSkills } from './added-skills.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import type { DynamicTools } from './dynamic-tools.js';
import { mergedSkills } from './merged-skills.js';
import { NamedTools } from './named-tools.js';
import type { SkillValidator } from './skill-validator.js';

/** What a run uses: maps of its own over the shared objects of one generation and of the host. */
export interface PinnedRegistry {
  /** Dynamic, projected, MCP and built-in tools by the name that a model calls. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Projected and added skills, sorted by name; each is a frozen copy. */
  readonly skills: ReadonlyMap<string, Skill>;
  readonly mcp: ReadonlyMap<string, McpBinding>;
}

/** What a host has registered beside what is published. */
export interface HostRegistrations {
  readonly dynamicTools: DynamicTools;
  readonly addedSkills: AddedSkills;
  readonly settings: { readonly skillValidator?: SkillValidator };
}

/**
 * Merges a generation with what the host has registered. It is built once before a generation is published, so
 * that a clash is found then, and again for each run.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid` or `runtime-name-conflict`
 */
export function buildPinnedRegistry(
  projection: CapabilityProjection,
  { dynamicTools, addedSkills, settings }: HostRegistrations,
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
  return { tools: tools.with(builtInTools(skills)), skills, mcp };
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
