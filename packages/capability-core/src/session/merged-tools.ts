import type { CapabilityProjection } from '../catalog/capability-projection.js';
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
  for (const binding of addedServers.bindings) {
    tools.addServer(binding, ADDED_SERVER);
  }
  for (const { descriptor, value } of projection.entries) {
    if (value.kind === 'tool') {
      const { kind, tool } = value;
      const { publicName } = descriptor;
      assertCallable(publicName, tool);
      tools.add({ kind, publicName, tool }, descriptor.id.toString());
    }
  }
  for (const { descriptor, value } of projection.entries) {
    if (value.kind === 'mcp') {
      tools.addServer(value.binding, descriptor.id.toString());
    }
  }
  return tools;
}

function assertCallable(publicName: string, tool: Tool): void {
  const reason = toolFlaw(tool);
  if (reason === null) return;
  throw new CapabilityRuntimeError({
    code: 'runtime-value-invalid',
    kind: 'tool',
    publicName,
    reason,
  });
}
