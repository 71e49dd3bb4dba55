import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { AgentDefinition } from '../kinds/agent-definition.js';
import type { Command } from '../kinds/command.js';
import type { Context } from '../kinds/context-provider.js';
import type { Hook } from '../kinds/hook.js';
import type { KnowledgeBinding } from '../kinds/knowledge-binding.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import { builtInTools, delegatingTools } from '../loop/built-in-tools.js';
import type { HookSet } from '../loop/hook-set.js';
import type { AddedServers } from './added-servers.js';
import type { AddedSkills } from './added-skills.js';
import { mergedAgents } from './merged-agents.js';
import { mergedCommands } from './merged-commands.js';
import { mergedContexts } from './merged-contexts.js';
import { mergedHooks } from './merged-hooks.js';
import { mergedSkills } from './merged-skills.js';
import { mergedTools } from './merged-tools.js';
import type { NamedRegistrations } from './named-registrations.js';
import type { SkillValidator } from './skill-validator.js';
import { assertKnowledgeAlone } from './sole-knowledge.js';
import { assertServerNamesFree, walkedValues } from './walked-values.js';

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
  /** Added and projected servers by their names. */
  readonly mcp: ReadonlyMap<string, McpBinding>;
  readonly knowledge: KnowledgeBinding | null;
  /** Projected hooks and those that the host registered. */
  readonly hooks: HookSet;
  /** Context providers of the session, then projected ones. */
  readonly contexts: readonly Context[];
}

/** What a host has registered beside what is published. */
export interface HostRegistrations {
  readonly dynamicTools: NamedRegistrations<Tool>;
  readonly addedSkills: AddedSkills;
  readonly workerAgents: NamedRegistrations<AgentDefinition>;
  readonly commands: NamedRegistrations<Command>;
  readonly registeredHooks: NamedRegistrations<Hook>;
  readonly addedServers: AddedServers;
  /** What the session was built with. */
  readonly contexts: ReadonlyMap<string, Context>;
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
  host: HostRegistrations,
): PinnedRegistry {
  const { settings, addedServers } = host;
  assertServerNamesFree(projection, addedServers);
  const walked = walkedValues(projection, host);
  const { knowledge } = walked;
  assertKnowledgeAlone(walked, host.contexts);
  const contexts = mergedContexts(walked.contexts, host.contexts);
  const skills = mergedSkills(projection, host.addedSkills, settings.skillValidator);
  const agents = mergedAgents(projection, host.workerAgents);
  const commands = mergedCommands(projection, host.commands);
  const hooks = mergedHooks(walked.hooks, host.registeredHooks);
  const tools = mergedTools(projection, host).with([
    ...builtInTools(skills, knowledge),
    ...(settings.delegation === true ? delegatingTools(agents) : []),
  ]);
  const added = addedServers.bindings.map((binding) => [binding.serverName, binding] as const);
  const mcp = new Map([...added, ...walked.mcp]);
  return { tools, skills, agents, commands, hooks, mcp, knowledge, contexts };
}
