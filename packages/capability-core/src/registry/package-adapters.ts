import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { PreparedCapability } from '../catalog/prepared-capability.js';
import { CapabilityValue } from '../kinds/value.js';
import type { PackageFolder } from './package-folder.js';
import type { PackagedSkill } from './skill-file.js';
import type { StdioServerConfig } from './stdio-server-config.js';

/** What an MCP adapter of a package is made of. */
export interface PackagedServerStart {
  readonly config: StdioServerConfig;
  /** The package's folder, `${CLAUDE_PLUGIN_ROOT}` of the configuration. */
  readonly packageRoot: string;
  readonly packageName: string;
}

/** Makes the adapters that this entry does not bring itself. */
export interface PackageAdapterFactories {
  /** Usually `mcpAdapterFactory(…)` of the entry `./mcp`. */
  mcp(start: PackagedServerStart): CapabilityProjectionAdapter;
}

/** The skill as it was read, under its public name. */
export function skillAdapter(
  folder: PackageFolder,
  packaged: PackagedSkill,
  publicName: string,
): CapabilityProjectionAdapter {
  const value = CapabilityValue.skill(Object.freeze({ ...packaged.skill, name: publicName }));
  return verified(folder, { prepare: async () => new PreparedCapability(value) });
}

/** The server, started only if the package's files are still those that were read. */
export function serverAdapter(
  folder: PackageFolder,
  config: StdioServerConfig,
  factories: PackageAdapterFactories,
): CapabilityProjectionAdapter {
  const inner = factories.mcp({ config, packageRoot: folder.root, packageName: folder.name });
  return verified(folder, inner);
}

/** A batch is planned on what was read: when the folder changed since, nothing of it is started or published. */
function verified(folder: PackageFolder, inner: CapabilityProjectionAdapter): CapabilityProjectionAdapter {
  return {
    async prepare(options) {
      await folder.verify(options);
      return inner.prepare(options);
    },
  };
}
