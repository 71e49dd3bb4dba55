import type { CapabilityProjection } from '../catalog/capability-projection.js';
import { mcpTools } from '../kinds/mcp-tool.js';
import { CapabilityRuntimeError } from './capability-runtime-error.js';

/**
 * Checks that a tool which the host registers would not shadow a published one, be it a tool or a tool of an
 * MCP server.
 *
 * @throws {CapabilityRuntimeError} `runtime-name-conflict`
 */
export function assertToolNameAvailable(projection: CapabilityProjection, name: string): void {
  const holder =
    projection.find('tool', name)?.descriptor ??
    projection.entries.find(
      ({ value }) => value.kind === 'mcp' && mcpTools(value.binding).some((tool) => tool.name === name),
    )?.descriptor;
  if (holder !== undefined) {
    throw new CapabilityRuntimeError({
      code: 'runtime-name-conflict',
      kind: 'tool',
      publicName: name,
      heldBy: holder.id.toString(),
    });
  }
}
