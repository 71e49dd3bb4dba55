import type { CapabilityProjection } from '../catalog/capability-projection.js';
import type { Context } from '../kinds/context-provider.js';
import type { Hook } from '../kinds/hook.js';
import type { KnowledgeBinding } from '../kinds/knowledge-binding.js';
import type { McpBinding } from '../kinds/mcp-binding.js';
import { messageOf } from '../lifecycle/bounded-message.js';
import type { AddedServers } from './added-servers.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { assertContextNameFree } from './merged-contexts.js';
import { ADDED_SERVER } from './name-guard.js';
import { projectedContext } from './projected-context.js';
import { projectedHook } from './projected-hook.js';
import { invalidKnowledge } from './sole-knowledge.js';

/** The values of a generation that are looked at one by one before any are merged with what the host has registered. */
export interface WalkedValues {
  readonly hooks: readonly Hook[];
  readonly mcp: ReadonlyMap<string, McpBinding>;
  readonly contexts: readonly Context[];
  readonly knowledge: KnowledgeBinding | null;
}

/**
 * Looks at values in canonical order, so that of several flaws it is always the same one that is told.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid` or `runtime-name-conflict`
 */
export function walkedValues(
  projection: CapabilityProjection,
  host: { readonly contexts: ReadonlyMap<string, Context> },
): WalkedValues {
  const hooks: Hook[] = [];
  const mcp = new Map<string, McpBinding>();
  const contexts: Context[] = [];
  let knowledge: KnowledgeBinding | null = null;
  for (const entry of projection.entries) {
    const { value } = entry;
    if (value.kind === 'hook') {
      hooks.push(projectedHook(projection, entry, value.binding));
    } else if (value.kind === 'mcp') {
      assertUsable(value.binding);
      mcp.set(value.binding.serverName, value.binding);
    } else if (value.kind === 'context') {
      const context = projectedContext(projection, entry, value.provider);
      assertContextNameFree(context.name, host.contexts);
      contexts.push(context);
    } else if (value.kind === 'knowledge') {
      if (knowledge !== null) {
        throw invalidKnowledge(
          value.knowledge,
          'A generation holds exactly one knowledge; it has another one already.',
        );
      }
      ({ knowledge } = value);
    }
  }
  return { hooks, mcp, contexts, knowledge };
}

/**
 * Checks that no published MCP server would shadow one that the host added. It comes before all else that is checked.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertServerNamesFree({ entries }: CapabilityProjection, added: AddedServers): void {
  const clash = entries.find(({ value }) => value.kind === 'mcp' && added.has(value.binding.serverName));
  if (clash !== undefined) {
    throw new CapabilityRuntimeError({
      code: 'runtime-name-conflict',
      kind: 'mcp',
      publicName: clash.descriptor.publicName,
      heldBy: ADDED_SERVER,
    });
  }
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
