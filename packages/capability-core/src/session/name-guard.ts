import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { CapabilityKind } from '../identity/capability-kind.js';
import { BUILT_IN_AGENTS } from '../kinds/built-in-agents.js';
import { canonicalAgentName } from '../kinds/canonical-agent-name.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import { BUILT_IN_COMMAND_NAMES } from '../loop/built-in-commands.js';
import { BUILT_IN_TOOL_NAMES } from '../loop/built-in-tools.js';
import type { AddedServers } from './added-servers.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { BUILT_IN_AGENT } from './merged-agents.js';
import { BUILT_IN_COMMAND } from './merged-commands.js';

/** Holder of the names of servers, and of their tools, that a host added. */
export const ADDED_SERVER = 'an MCP server added by the host';

/** Holder of the names that no tool but a built-in one may have. */
export const BUILT_IN_TOOL = 'a built-in tool';

/**
 * Checks that a tool which the host registers would not shadow a built-in or a published one, be it a tool or a tool
 * of an MCP server, nor a tool of a server that the host added.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertToolNameAvailable(
  projection: CapabilityProjection,
  addedServers: AddedServers,
  name: string,
): void {
  if (addedServers.tools.some((tool) => tool.name === name)) {
    assertUnheld('tool', name, ADDED_SERVER);
  }
  const holder =
    projection.find('tool', name)?.descriptor ??
    projection.entries.find(
      ({ value }) => value.kind === 'mcp' && mcpTools(value.binding).some((tool) => tool.name === name),
    )?.descriptor;
  assertUnheld('tool', name, BUILT_IN_TOOL_NAMES.includes(name) ? BUILT_IN_TOOL : holder?.id);
}

/**
 * Checks that a skill which the host adds would not shadow a published one.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertSkillNameAvailable(projection: CapabilityProjection, name: string): void {
  assertUnheld('skill', name, projection.find('skill', name)?.descriptor.id);
}

/**
 * Checks that no published MCP server has this name.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertServerNameAvailable(projection: CapabilityProjection, name: string): void {
  assertUnheld('mcp', name, projection.find('mcp', name)?.descriptor.id);
}

/**
 * Checks that a hook which the host registers would not shadow a published one.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertHookIdAvailable(projection: CapabilityProjection, id: string): void {
  assertUnheld('hook', id, projection.find('hook', id)?.descriptor.id);
}

/**
 * Checks that an agent which the host registers would not shadow a built-in or a published one, in whatever usual
 * spelling of its name.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertAgentNameAvailable(projection: CapabilityProjection, name: string): void {
  const canonical = canonicalAgentName(name);
  const holder = projection.set.capabilities.find(
    ({ id, publicName }) => id.kind === 'agent' && canonicalAgentName(publicName) === canonical,
  );
  const isBuiltIn = BUILT_IN_AGENTS.some((agent) => agent.name === canonical);
  assertUnheld('agent', name, isBuiltIn ? BUILT_IN_AGENT : holder?.id);
}

/**
 * Checks that a command which the host registers would not shadow a built-in or a published one.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertCommandNameAvailable(projection: CapabilityProjection, name: string): void {
  const holder = projection.find('command', name)?.descriptor.id;
  assertUnheld('command', name, BUILT_IN_COMMAND_NAMES.includes(name) ? BUILT_IN_COMMAND : holder);
}

function assertUnheld(
  kind: CapabilityKind,
  publicName: string,
  holder: { toString(): string } | undefined,
): void {
  if (holder !== undefined) {
    const heldBy = holder.toString();
    throw new CapabilityRuntimeError({ code: 'runtime-name-conflict', kind, publicName, heldBy });
  }
}
