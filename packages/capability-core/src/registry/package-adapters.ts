import type { CapabilityProjectionAdapter } from '../catalog/capability-projection-adapter.js';
import { PreparedCapability } from '../catalog/prepared-capability.js';
import { CapabilityValue } from '../kinds/value.js';
import type { PackageFolder } from './package-folder.js';
import type { PackagedValue } from './packaged-value.js';
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
export function skillAdapter(packaged: PackagedSkill, publicName: string): CapabilityProjectionAdapter {
  const value = CapabilityValue.skill(Object.freeze({ ...packaged.skill, name: publicName }));
  return { prepare: async () => new PreparedCapability(value) };
}

/** What was read of a file, as it is. */
export function valueAdapter({ value }: PackagedValue): CapabilityProjectionAdapter {
  return { prepare: async () => new PreparedCapability(value) };
}

/** The server of a package. */
export function serverAdapter(
  { root, name }: PackageFolder,
  config: StdioServerConfig,
  factories: PackageAdapterFactories,
): CapabilityProjectionAdapter {
  return factories.mcp({ config, packageRoot: root, packageName: name });
}

/** A batch is planned on what was read: when the folder changed since, nothing of it is started or published. */
export function verified(
  folder: PackageFolder,
  inner: CapabilityProjectionAdapter,
): CapabilityProjectionAdapter {
  return {
    async prepare(options) {
      await folder.verify(options);
      return inner.prepare(options);
    },
  };
}
