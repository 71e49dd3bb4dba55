import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { Context } from '../kinds/context-provider.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import { builtInTools } from '../loop/built-in-tools.js';
import type { HookSet } from '../loop/hook-set.js';
import { toolFlaw } from '../loop/tool-flaw.js';
import type { AddedSkills } from './added-skills.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import type { DynamicTools } from './dynamic-tools.js';
import { mergedContexts } from './merged-contexts.js';
import { mergedHooks } from './merged-hooks.js';
import { mergedSkills } from './merged-skills.js';
import { NamedTools } from './named-tools.js';
import type { RegisteredHooks } from './registered-hooks.js';
import type { SkillValidator } from './skill-validator.js';
import { walkedValues } from './walked-values.js';

/** What a run uses: maps of its own over the shared objects of one generation and of the host. */
export interface PinnedRegistry {
  /** Dynamic, projected, MCP and built-in tools by the name that a model calls. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Projected and added skills, sorted by name; each is a frozen copy. */
  readonly skills: ReadonlyMap<string, Skill>;
  readonly mcp: ReadonlyMap<string, McpBinding>;
  /** Projected hooks and those that the host registered. */
  readonly hooks: HookSet;
  /** Context providers of the session, then projected ones. */
  readonly contexts: readonly Context[];
}

/** What a host has registered beside what is published. */
export interface HostRegistrations {
  readonly dynamicTools: DynamicTools;
  readonly addedSkills: AddedSkills;
  readonly registeredHooks: RegisteredHooks;
  /** What the session was built with. */
  readonly contexts: ReadonlyMap<string, Context>;
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
  host: HostRegistrations,
): PinnedRegistry {
  const entries = projection.entries.map(({ descriptor, value }) => ({
    id: descriptor.id.toString(),
    value,
  }));
  const { mcp, hooks, contexts } = walkedValues(projection, host);
  const allContexts = mergedContexts(contexts, host.contexts);
  const skills = mergedSkills(projection, host.addedSkills, host.settings.skillValidator);
  const allHooks = mergedHooks(hooks, host.registeredHooks);
  const tools = new NamedTools(host.dynamicTools);
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
  return {
    tools: tools.with(builtInTools(skills)),
    skills,
    mcp,
    hooks: allHooks,
    contexts: allContexts,
  };
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
