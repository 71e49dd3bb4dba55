import { rename } from 'node:fs/promises';
import { PackageError } from './package-error.js';
import { cancelled } from './package-refusal.js';
import type { RegistryCore } from './registry-core.js';
import type { RegistryGeneration } from './registry-generation.js';
import { removeFile, syncFolder } from './store/durable-file.js';
import type { DroppedGeneration } from './store/load-registry.js';
import { displaceFolder, removeFolder } from './store/read-only-folder.js';
import { type PackageRef, packageRef, type StoredPackage } from './stored-package.js';

/** What a collection deleted. */
export interface CollectionReport {
  /** Numbers of the generations that can no longer be gone back to. */
  readonly generations: readonly number[];
  readonly packages: readonly PackageRef[];
  /** Bytes of the files of these packages. */
  readonly bytes: number;
}

/** Deletes what nobody keeps. See `PackageRegistry.collect`. */
export function collectGenerations(core: RegistryCore, signal: AbortSignal): Promise<CollectionReport> {
  return core.exclusively(signal, 'Collecting generations', async () => {
    const generations: number[] = [];
    const packages: PackageRef[] = [];
    let bytes = 0;
    for (const dropped of droppable(core)) {
      if (signal.aborted) throw cancelled(core.paths.root, 'Collecting generations');
      // Leases may have been taken while the one before was deleted.
      if (core.holds.has(dropped.generation)) continue;
      for (const stored of await dropGeneration(core, dropped)) {
        packages.push(packageRef(stored));
        bytes += stored.bytes;
      }
      generations.push(dropped.generation);
    }
    return Object.freeze({
      generations: Object.freeze(generations),
      packages: Object.freeze(packages),
      bytes,
    });
  });
}

/** Deletes an installed version that no generation has. See `PackageRegistry.forget`. */
export function forgetVersion(
  core: RegistryCore,
  digest: StoredPackage['digest'],
  signal: AbortSignal,
): Promise<void> {
  return core.exclusively(signal, 'Forgetting the package', async () => {
    const stored = core.version(digest);
    const generations = core.state.generationsOf(digest);
    if (generations.size > 0) throw packageInUse(core, stored, generations);
    await removeVersion(core, digest);
  });
}

/** What of a collection a process left undone when it ended. */
export async function finishCollection(
  core: RegistryCore,
  dropped: readonly DroppedGeneration[],
): Promise<void> {
  for (const generation of dropped) await removeDropped(core, generation);
}

function droppable(core: RegistryCore): readonly RegistryGeneration[] {
  const older = core.state.generations.slice(0, -core.settings.keepGenerations);
  return older.filter(({ generation }) => !core.holds.has(generation));
}

async function dropGeneration(
  core: RegistryCore,
  generation: RegistryGeneration,
): Promise<readonly StoredPackage[]> {
  const { paths, state } = core;
  const before = state.generations;
  // From here on no lease is given on it.
  state.setGenerations(before.filter((other) => other !== generation));
  try {
    await rename(paths.generationOf(generation.generation), paths.droppedOf(generation.generation));
  } catch (error) {
    state.setGenerations(before);
    throw error;
  }
  await syncFolder(paths.generations);
  core.step('generation-dropped');
  return removeDropped(core, generation);
}

async function removeDropped(
  core: RegistryCore,
  { generation, packages }: DroppedGeneration,
): Promise<readonly StoredPackage[]> {
  const removed: StoredPackage[] = [];
  for (const { digest } of packages) {
    const stored = core.state.version(digest);
    if (stored === undefined || core.state.generationsOf(digest).size > 0) continue;
    await removeVersion(core, digest);
    removed.push(stored);
  }
  await removeFile(core.paths.droppedOf(generation));
  core.step('generation-removed');
  return removed;
}

/** The receipt goes first: content without one is nobody's, and is deleted at the next opening at the latest. */
async function removeVersion(core: RegistryCore, digest: StoredPackage['digest']): Promise<void> {
  const { paths, state } = core;
  await removeFile(paths.receiptOf(digest));
  state.remove(digest);
  core.step('receipt-removed');
  await removeFile(paths.consentOf(digest));
  const draft = paths.draft();
  if (await displaceFolder(paths.contentOf(digest), draft)) await removeFolder(draft);
  core.step('content-removed');
}

function packageInUse(
  core: RegistryCore,
  { name, version, digest }: StoredPackage,
  generations: ReadonlySet<number>,
): PackageError {
  const holders = core.holds.of(generations);
  const held = holders.map(({ owner, generation }) => `${owner} holds ${generation}`);
  const list = [...generations].join(', ');
  const message = `${name} ${version} is part of the generations ${list}${held.length === 0 ? '' : ` (${held.join(', ')})`}; it goes when nobody keeps them.`;
  return new PackageError('package-in-use', message, { root: core.paths.contentOf(digest), holders });
}
