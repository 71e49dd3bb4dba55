import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { KnowledgeBinding } from '../kinds/knowledge-binding.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { builtInTools } from '../loop/built-in-tools.js';
import type { AddedServers } from './added-servers.js';
import type { AddedSkills } from './added-skills.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import type { DynamicTools } from './dynamic-tools.js';
import { mergedSkills } from './merged-skills.js';
import { mergedTools } from './merged-tools.js';
import { ADDED_SERVER } from './name-guard.js';
import { projectedKnowledge } from './projected-knowledge.js';
import type { SkillValidator } from './skill-validator.js';

/** What a run uses: maps of its own over the shared objects of one generation and of the host. */
export interface PinnedRegistry {
  /** Dynamic, projected, MCP and built-in tools by the name that a model calls. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Projected and added skills, sorted by name; each is a frozen copy. */
  readonly skills: ReadonlyMap<string, Skill>;
  /** Added and projected servers by their names. */
  readonly mcp: ReadonlyMap<string, McpBinding>;
  readonly knowledge: KnowledgeBinding | null;
}

/** What a host has registered beside what is published. */
export interface HostRegistrations {
  readonly dynamicTools: DynamicTools;
  readonly addedSkills: AddedSkills;
  readonly addedServers: AddedServers;
  readonly settings: {
    readonly skillValidator?: SkillValidator;
    readonly contextProviders?: readonly unknown[];
  };
}

/**
 * Merges a generation with what the host has registered. It is built once before a generation is published, so
 * that a clash is found then, and again for each run.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid` or `runtime-name-conflict`
 */
export function buildPinnedRegistry(
  projection: CapabilityProjection,
  host: HostRegistrations,
): PinnedRegistry {
  const { addedSkills, addedServers, settings } = host;
  const mcp = mergedServers(projection, addedServers);
  const knowledge = projectedKnowledge(projection, settings.contextProviders?.length ?? 0);
  const skills = mergedSkills(projection, addedSkills, settings.skillValidator);
  const tools = mergedTools(projection, host).with(builtInTools(skills, knowledge));
  return { tools, skills, mcp, knowledge };
}

function mergedServers(
  projection: CapabilityProjection,
  addedServers: AddedServers,
): ReadonlyMap<string, McpBinding> {
  const merged = new Map(addedServers.bindings.map((binding) => [binding.serverName, binding]));
  for (const { value } of projection.entries) {
    if (value.kind !== 'mcp') continue;
    const { binding } = value;
    assertUsable(binding);
    if (addedServers.has(binding.serverName)) {
      throw new CapabilityRuntimeError({
        code: 'runtime-name-conflict',
        kind: 'mcp',
        publicName: binding.serverName,
        heldBy: ADDED_SERVER,
      });
    }
    merged.set(binding.serverName, binding);
  }
  return merged;
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
