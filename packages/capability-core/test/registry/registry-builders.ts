import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { PreparedCapability, type Sha256Digest } from '../../src/index.js';
import { CapabilityValue } from '../../src/kinds/value.js';
import {
  type OpenRegistryOptions,
  type PackageAdapterFactories,
  PackageRegistry,
  type RegistryChange,
  type RegistryGeneration,
} from '../../src/registry/index.js';

// A registry waits for the disk at every step, and a disk that others use too takes its time.
vi.setConfig({ testTimeout: 30_000 });

/** A signal that never aborts. */
export const NEVER = new AbortController().signal;
const options = { signal: NEVER };

/** A folder that is gone when the test is. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'changeover-registry-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a package of that name; `manifest` is what its manifest says besides. */
export async function packageNamed(
  name: string,
  files: PackageContent,
  manifest: object = {},
): Promise<string> {
  const root = join(await temporaryFolder(), name);
  const text = JSON.stringify({ name, ...manifest });
  return putFiles(root, { '.claude-plugin/plugin.json': text, ...files });
}

/** A registry that is closed when the test ends. */
export async function openRegistry(
  root: string,
  more: Partial<OpenRegistryOptions> = {},
): Promise<PackageRegistry> {
  const registry = await PackageRegistry.open({ root, signal: NEVER, ...more });
  onTestFinished(() => registry.close());
  return registry;
}

/** Files of a package, by their path. */
export type PackageContent = Readonly<Record<string, string>>;

/** Writes files below a folder. */
export async function putFiles(root: string, files: PackageContent): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** A package with one skill, and servers where some are given. */
export function edition(
  version: string,
  { name = 'field-notes', servers = {}, skill = `Edition ${version}.` }: EditionParts = {},
): PackageContent {
  return {
    '.claude-plugin/plugin.json': JSON.stringify({ name, version }),
    'skills/take-notes/SKILL.md': `---\nname: take-notes\ndescription: Takes notes.\n---\n${skill}\n`,
    ...(Object.keys(servers).length === 0 ? {} : { '.mcp.json': JSON.stringify({ mcpServers: servers }) }),
  };
}

interface EditionParts {
  readonly name?: string;
  readonly servers?: Readonly<Record<string, unknown>>;
  readonly skill?: string;
}

/** Plans and applies a change at once. */
export async function publish(
  registry: PackageRegistry,
  change: RegistryChange,
): Promise<RegistryGeneration> {
  return registry.apply(await registry.plan(change, options), options);
}

/** Allows every server of a version. */
export async function allowAll(registry: PackageRegistry, digest: Sha256Digest): Promise<void> {
  for (const { request } of registry.consents(digest)) {
    await registry.decide({ digest, server: request.server, decision: 'allowed' }, options);
  }
}

/** Adapters for servers that are never looked at. */
export const idleServers: PackageAdapterFactories = {
  mcp: ({ config }) => ({
    prepare: async () =>
      new PreparedCapability(
        CapabilityValue.skill({
          name: config.name,
          description: 'stands in for a server',
          disableModelInvocation: false,
          kind: 'instruction',
          content: '',
          tags: [],
        }),
      ),
  }),
};
