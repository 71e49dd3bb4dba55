import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@changeover/capability-core';
import { deleteRegistry, PackageRegistry } from '@changeover/capability-core/registry';
import { KEPT_PACKAGE_GENERATIONS, REGISTRY_OPEN_TIMEOUT_MS } from '../limits.js';
import { inTime } from '../waiting/in-time.js';
import { PACKAGE_VARIABLES } from './package-variables.js';

const REGISTRY_FOLDER = 'registry';

/** A registry with its end. */
export interface OpenedRegistry {
  readonly registry: PackageRegistry;
  /** Ends what is under way; a registry that was made for this host alone is deleted. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the registry beside the store's file; a store in memory gets one in a temporary folder.
 *
 * @throws PackageError `not-a-folder`, `not-a-registry`, `unsupported-format`, `registry-damaged`, `unwritable`;
 * HostError `package-timeout`
 */
export async function openPackageRegistry(dataFolder: string | null, clock: Clock): Promise<OpenedRegistry> {
  if (dataFolder === null) return openTemporary(clock);
  const registry = await openAt(join(dataFolder, REGISTRY_FOLDER), clock);
  return { registry, close: () => registry.close() };
}

async function openTemporary(clock: Clock): Promise<OpenedRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'changeover-registry-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const registry = await openAt(join(folder, REGISTRY_FOLDER), clock);
    const close = async (): Promise<void> => {
      await registry.close();
      await deleteRegistry(registry.root, { signal: new AbortController().signal });
      await remove();
    };
    return { registry, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

function openAt(root: string, clock: Clock): Promise<PackageRegistry> {
  const { signal } = new AbortController();
  const bound = { what: 'Opening the package registry', timeoutMs: REGISTRY_OPEN_TIMEOUT_MS, signal };
  return inTime(bound, (bounded) =>
    PackageRegistry.open({
      root,
      signal: bounded,
      variables: PACKAGE_VARIABLES,
      keepGenerations: KEPT_PACKAGE_GENERATIONS,
      clock,
    }),
  );
}
