import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@changeover/capability-core';
import { PackageRegistry } from '@changeover/capability-core/registry';
import { inTime } from '../in-time.js';
import { KEPT_PACKAGE_GENERATIONS, REGISTRY_OPEN_TIMEOUT_MS } from '../limits.js';
import { removeTree } from '../remove-tree.js';
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
  const temporary = dataFolder === null ? await mkdtemp(join(tmpdir(), 'changeover-registry-')) : null;
  const forget = async (): Promise<void> => {
    if (temporary !== null) await removeTree(temporary);
  };
  try {
    const registry = await inTime(
      {
        what: 'Opening the package registry',
        timeoutMs: REGISTRY_OPEN_TIMEOUT_MS,
        signal: new AbortController().signal,
      },
      (signal) =>
        PackageRegistry.open({
          root: join(dataFolder ?? temporary ?? '', REGISTRY_FOLDER),
          signal,
          variables: PACKAGE_VARIABLES,
          keepGenerations: KEPT_PACKAGE_GENERATIONS,
          clock,
        }),
    );
    return { registry, close: () => registry.close().then(forget) };
  } catch (error) {
    await forget();
    throw error;
  }
}
