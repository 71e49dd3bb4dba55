import { Sha256Digest } from '@changeover/capability-core';
import {
  PackageError,
  type PackageRegistry,
  type RegistryPlan as Plan,
  readPackageFolder,
} from '@changeover/capability-core/registry';
import type { PackageItem, RegistryPlan } from '../../protocol/capability-package.js';
import type { MethodResult } from '../../protocol/methods.js';
import { HostError } from '../errors/host-error.js';
import type { ConsoleFeed } from '../ledger/console-feed.js';
import {
  PACKAGE_STORE_TIMEOUT_MS,
  PACKAGE_VERIFY_TIMEOUT_MS,
  REGISTRY_TIMEOUT_MS,
  STORED_PACKAGES_MAX,
} from '../limits.js';
import { inTime } from '../waiting/in-time.js';
import { InTurn } from '../waiting/in-turn.js';
import { assertAbsolute, readingError } from './folder-refusal.js';
import { packageUsers } from './package-holders.js';
import type { PackageKeeper } from './package-keeper.js';
import type { PackageSuggestions } from './package-suggestions.js';
import { PACKAGE_VARIABLES } from './package-variables.js';
import type { RegistryBoard } from './registry-board.js';
import { packageView } from './registry-view.js';
import { sessionsConcerned } from './sessions-concerned.js';
import { shownItems, shownPlan } from './shown-package.js';
import { versionsDeleted } from './versions-deleted.js';

interface Cancellable {
  readonly signal: AbortSignal;
}

/** Versions to put in force, by digest, and packages to take away, by name. */
export interface PackageChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface ServerDecision {
  readonly digest: string;
  readonly server: string;
  readonly decision: 'allowed' | 'refused';
  readonly reason: string | null;
}

/**
 * What operators do with packages. All of it is bounded in time and rejects with the signal's reason when it is taken
 * back; errors of the registry keep their codes.
 */
export class PackageDesk {
  readonly #parts: PackageDeskParts;
  /** Copies and checks of everything want the whole disk: one after the other. */
  readonly #heavy = new InTurn(1);

  constructor(parts: PackageDeskParts) {
    this.#parts = parts;
  }

  /**
   * Copies a folder, or what is in an archive, into the store.
   *
   * @throws PackageError, HostError `folder-not-absolute`, `folder-not-permitted`, `too-many-packages`, `package-timeout`
   */
  async store(folder: string, options: Cancellable): Promise<MethodResult<'package.store'>> {
    assertAbsolute(folder);
    try {
      return await this.#store(folder, options);
    } catch (error) {
      throw readingError(error, folder);
    }
  }

  #store(folder: string, { signal }: Cancellable): Promise<MethodResult<'package.store'>> {
    const { registry, board, suggestions, feed } = this.#parts;
    return this.#heavy.run(signal, async () => {
      const known = new Set<string>(registry.versions().map(({ digest }) => digest));
      const stored = await inTime(
        { what: `Storing ${folder}`, timeoutMs: PACKAGE_STORE_TIMEOUT_MS, signal },
        async (bounded) => {
          if (known.size >= STORED_PACKAGES_MAX) await refuseNew(folder, known, bounded);
          return registry.install(folder, { signal: bounded });
        },
      );
      suggestions.stored(folder, stored.digest);
      board.show();
      return {
        package: packageView(registry, packageUsers(feed.state), stored),
        items: shownItems(stored.items),
        isNew: !known.has(stored.digest),
      };
    });
  }

  /** @throws HostError `unknown-package` */
  receipt(digest: string): readonly PackageItem[] {
    const stored = this.#parts.registry.version(Sha256Digest.parse(digest));
    if (stored !== undefined) return shownItems(stored.items);
    throw new HostError('unknown-package', `No package with the digest ${digest} is stored`, { digest });
  }

  async plan(change: PackageChange, options: Cancellable): Promise<RegistryPlan> {
    return this.#shown(await this.#plan(change, options));
  }

  /** @throws PackageError, HostError `stale-plan` when `base` is not the newest generation */
  async apply(
    change: PackageChange & { readonly base: number; readonly reason: string | null },
    options: Cancellable,
  ): Promise<{ readonly generation: number }> {
    const { registry, board, keeper } = this.#parts;
    const { base, reason } = change;
    const current = registry.current.generation;
    if (base !== current) {
      throw new HostError(
        'stale-plan',
        `The change was planned on package generation ${base}, and ${current} is in force by now`,
        { base, current },
      );
    }
    const plan = await this.#plan(change, options);
    const { generation } = await this.#quick('Publishing the packages', options, (signal) =>
      registry.apply(plan, reason === null ? { signal } : { signal, cause: reason }),
    );
    board.show();
    keeper.collectSoon();
    return { generation };
  }

  async forget(digest: string, options: Cancellable): Promise<void> {
    await this.#quick('Deleting the package', options, (signal) =>
      this.#parts.registry.forget(Sha256Digest.parse(digest), { signal }),
    );
    this.#parts.board.show();
  }

  async decide({ digest, server, decision, reason }: ServerDecision, options: Cancellable): Promise<void> {
    const decided = { digest: Sha256Digest.parse(digest), server, decision };
    await this.#quick('Deciding about the server', options, (signal) =>
      this.#parts.registry.decide(reason === null ? decided : { ...decided, reason }, { signal }),
    );
    this.#parts.board.show();
  }

  verify({ signal }: Cancellable): Promise<MethodResult<'package.verify'>> {
    const bound = { what: 'Checking the stored packages', timeoutMs: PACKAGE_VERIFY_TIMEOUT_MS, signal };
    return this.#heavy.run(signal, () =>
      inTime(bound, (bounded) => this.#parts.registry.verify({ signal: bounded })),
    );
  }

  /** A stored version by its name, for people; one that is not stored by its digest. */
  nameOf(digest: string): string {
    const stored = this.#parts.registry.version(Sha256Digest.parse(digest));
    return stored === undefined ? digest : `${stored.name} ${stored.version}`;
  }

  #plan({ add, remove }: PackageChange, options: Cancellable): Promise<Plan> {
    const change = { add: add.map((digest) => Sha256Digest.parse(digest)), remove };
    return this.#quick('Planning the change', options, (signal) =>
      this.#parts.registry.plan(change, { signal }),
    );
  }

  #shown(plan: Plan): RegistryPlan {
    const { registry, feed } = this.#parts;
    return shownPlan(plan, {
      sessions: sessionsConcerned(plan, feed.state),
      deleted: versionsDeleted(plan, registry.generations(), packageUsers(feed.state)),
    });
  }

  #quick<Result>(
    what: string,
    { signal }: Cancellable,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return inTime({ what, timeoutMs: REGISTRY_TIMEOUT_MS, signal }, work);
  }
}

export interface PackageDeskParts {
  readonly registry: PackageRegistry;
  readonly board: RegistryBoard;
  readonly keeper: PackageKeeper;
  readonly suggestions: PackageSuggestions;
  readonly feed: ConsoleFeed;
}

/** Content that is stored already takes no room, and storing it again mends what is damaged of it. */
async function refuseNew(folder: string, known: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  const reading = readPackageFolder(folder, { signal, variables: PACKAGE_VARIABLES });
  const read = await reading.catch((error: unknown) => {
    // An archive would have to be unpacked to know.
    if (error instanceof PackageError && error.code === 'not-a-folder') return null;
    throw error;
  });
  if (read !== null && known.has(read.digest)) return;
  throw new HostError('too-many-packages', `${STORED_PACKAGES_MAX} package versions are stored, the limit`, {
    limit: STORED_PACKAGES_MAX,
  });
}
