import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { CapabilityKind } from '../identity/capability-kind.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import type { Skill } from '../kinds/skill.js';
import type { Tool } from '../kinds/tool.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import { toolFlaw } from '../loop/tool-flaw.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import type { DynamicTools } from './dynamic-tools.js';

/** What a run uses: maps of its own over the shared objects of one generation and of the host. */
export interface PinnedRegistry {
  /** Dynamic, projected and MCP tools by the name that a model calls. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly skills: ReadonlyMap<string, Skill>;
  readonly mcp: ReadonlyMap<string, McpBinding>;
}

/**
 * Merges a generation with what the host has registered. It is built once before a generation is published, so
 * that a clash is found then, and again for each run.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid` or `runtime-name-conflict`
 */
export function buildPinnedRegistry(
  projection: CapabilityProjection,
  dynamicTools: DynamicTools,
): PinnedRegistry {
  const entries = projection.entries.map(({ descriptor, value }) => ({
    id: descriptor.id.toString(),
    value,
  }));
  const mcp = new Map<string, McpBinding>();
  const skills = new Map<string, Skill>();
  const tools = new NamedTools(dynamicTools);
  for (const { value } of entries) {
    if (value.kind === 'mcp') {
      assertUsable(value.binding);
      mcp.set(value.binding.serverName, value.binding);
    }
  }
  for (const { id, value } of entries) {
    switch (value.kind) {
      case 'tool':
        assertCallable(value.tool);
        tools.add('tool', value.tool, id);
        break;
      case 'skill':
        skills.set(value.skill.name, value.skill);
        break;
      case 'mcp':
        break;
    }
  }
  for (const { id, value } of entries) {
    for (const tool of value.kind === 'mcp' ? mcpTools(value.binding) : []) {
      tools.add('mcp', tool, id);
    }
  }
  return { tools: tools.byName, skills, mcp };
}

/** Tools by name, each with who brought it. */
class NamedTools {
  readonly byName = new Map<string, Tool>();
  readonly #holders = new Map<string, string>();

  constructor(dynamicTools: DynamicTools) {
    for (const tool of dynamicTools.values()) {
      this.byName.set(tool.name, tool);
      this.#holders.set(tool.name, 'a tool registered by the host');
    }
  }

  add(kind: CapabilityKind, tool: Tool, holder: string): void {
    const heldBy = this.#holders.get(tool.name);
    if (heldBy !== undefined) {
      throw new CapabilityRuntimeError({
        code: 'runtime-name-conflict',
        kind,
        publicName: tool.name,
        heldBy,
      });
    }
    this.byName.set(tool.name, tool);
    this.#holders.set(tool.name, holder);
  }
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
