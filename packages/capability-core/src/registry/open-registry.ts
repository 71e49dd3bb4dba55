import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../lifecycle/clock.js';
import { finishCollection } from './collect-generations.js';
import type { FirstArgument } from './command-arguments.js';
import {
  DEFAULT_KEPT_GENERATIONS,
  DEFAULT_PACKAGE_LIMITS,
  MAX_KEPT_GENERATIONS,
  type PackageLimits,
} from './limits.js';
import { PackageError } from './package-error.js';
import { cancelled, unreadable } from './package-refusal.js';
import { refreshReceipts } from './refresh-receipts.js';
import { RegistryCore } from './registry-core.js';
import { loadDropped, loadRegistry } from './store/load-registry.js';
import { openRoot } from './store/open-root.js';
import { removeFolder } from './store/read-only-folder.js';
import { digestOfRecordFile, hexOf } from './store/registry-paths.js';
import type { RegistryObserver } from './store/registry-step.js';

/** How a registry is opened. */
export interface OpenRegistryOptions {
  /** Folder of the registry; it is made when it is not there. One process uses it at a time. */
  readonly root: string;
  readonly signal: AbortSignal;
  /** Limits of packages that differ from the default. */
  readonly limits?: Partial<PackageLimits>;
  /** Names of variables that the host sets for servers; a server that needs another one is noted in the receipt. */
  readonly variables?: readonly string[];
  /** Which argument of a command its text means by `$1`: the second one (0, the default), or the first (1). */
  readonly firstArgument?: FirstArgument;
  /** Whether an item that is not loaded as it should be refuses its package, unless an installation says otherwise. */
  readonly strict?: boolean;
  /** Generations that are kept whether anyone holds them or not, 1 to 1,000; 5 when absent. */
  readonly keepGenerations?: number;
  readonly clock?: Clock;
  readonly observer?: RegistryObserver;
}

/** Opens a registry and clears away what an interrupted operation left. See `PackageRegistry.open`. */
export async function openRegistry(options: OpenRegistryOptions): Promise<RegistryCore> {
  const { root, signal, limits, variables, strict = false, clock = systemClock, observer } = options;
  if (signal.aborted) throw cancelled(root, 'Opening the registry');
  const keepGenerations = checkedKeep(options.keepGenerations ?? DEFAULT_KEPT_GENERATIONS);
  const paths = await openRoot(root);
  const settings = {
    limits: { ...DEFAULT_PACKAGE_LIMITS, ...limits },
    variables: new Set(variables),
    firstArgument: options.firstArgument ?? 0,
    keepGenerations,
    strict,
    clock,
    step: (step: Parameters<NonNullable<RegistryObserver['step']>>[0]) => observer?.step?.(step),
  };
  const state = await loadRegistry(paths).catch((error: unknown) => {
    throw error instanceof PackageError ? error : unreadable(paths.root, undefined, error);
  });
  const core = new RegistryCore(paths, settings, state);
  await core.exclusively(signal, 'Opening the registry', async () => {
    await finishCollection(core, await loadDropped(paths));
    await clearAway(core);
    await refreshReceipts(core, signal);
  });
  return core;
}

function checkedKeep(count: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= MAX_KEPT_GENERATIONS) return count;
  throw new RangeError(`keepGenerations is ${count}; it must be 1 to ${MAX_KEPT_GENERATIONS}.`);
}

/** Deletes what no record speaks of: half-made copies, content without a receipt, decisions about such content. */
async function clearAway({ paths, state }: RegistryCore): Promise<void> {
  for (const name of await readdir(paths.incoming)) await removeFolder(join(paths.incoming, name));
  const known = new Set(state.versions().map(({ digest }) => hexOf(digest)));
  for (const name of await readdir(paths.content)) {
    if (!known.has(name)) await removeFolder(join(paths.content, name));
  }
  for (const name of await readdir(paths.consents)) {
    const digest = digestOfRecordFile(name);
    if (digest !== null && !known.has(name.slice(0, -'.json'.length))) await rm(join(paths.consents, name));
  }
}
