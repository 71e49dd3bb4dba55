import type { CapabilityProjection } from '../catalog/capability-projection.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import type { Tool } from '../kinds/tool.js';
import { toolFlaw } from '../loop/tool-flaw.js';
import type { AddedServers } from './added-servers.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';
import { ADDED_SERVER } from './name-guard.js';
import type { NamedRegistrations } from './named-registrations.js';
import { NamedTools } from './named-tools.js';

/**
 * The tools of a generation and of its MCP servers beside those of the host.
 *
 * @throws {CapabilityRuntimeError} `runtime-value-invalid` or `runtime-name-conflict`
 */
export function mergedTools(
  projection: CapabilityProjection,
  {
    dynamicTools,
    addedServers,
  }: { readonly dynamicTools: NamedRegistrations<Tool>; readonly addedServers: AddedServers },
): NamedTools {
  const tools = new NamedTools(dynamicTools);
  for (const tool of addedServers.tools) {
    tools.add('mcp', tool, ADDED_SERVER);
  }
  for (const { descriptor, value } of projection.entries) {
    if (value.kind === 'tool') {
      assertCallable(value.tool);
      tools.add('tool', value.tool, descriptor.id.toString());
    }
  }
  for (const { descriptor, value } of projection.entries) {
    for (const tool of value.kind === 'mcp' ? mcpTools(value.binding) : []) {
      tools.add('mcp', tool, descriptor.id.toString());
    }
  }
  return tools;
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
