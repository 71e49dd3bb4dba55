import type { Sha256Digest } from '../identity/sha256-digest.js';
import { type CollectionReport, collectGenerations, forgetVersion } from './collect-generations.js';
import { decideServer } from './decide-server.js';
import type { PackageHolder } from './generation-holds.js';
import { installSource } from './install-source.js';
import { type OpenRegistryOptions, openRegistry } from './open-registry.js';
import { OperationGate } from './operation-gate.js';
import { PackageError } from './package-error.js';
import type { PackageFolder } from './package-folder.js';
import { cancelled } from './package-refusal.js';
import { makePlan, publishPlan } from './publish-plan.js';
import type { RegistryCore } from './registry-core.js';
import type { RegistryGeneration } from './registry-generation.js';
import type {
  ApplyOptions,
  InstallOptions,
  RegistryOperation,
  ServerDecision,
} from './registry-operation.js';
import type { RegistryChange, RegistryPlan } from './registry-plan.js';
import {
  makeSnapshot,
  type RegistrySnapshot,
  type RegistrySnapshotOptions,
  readVersion,
} from './registry-snapshot.js';
import type { ServerConsent } from './server-consent.js';
import type { PackageSource, StoredPackage } from './stored-package.js';
import { type DamageReport, verifyRegistry } from './verify-registry.js';

/**
 * Capability packages on disk: every installed version in a content-addressed, read-only store, and numbered
 * generations that say which of them are in force.
 *
 * Installing copies and executes nothing. A generation is published as a whole or not at all, also when the process or
 * the machine ends in the middle; the one before stays as it is for whoever holds it. A server of a package is started
 * only when a person has allowed its command line.
 *
 * One process uses a registry at a time. Two that do nevertheless cannot publish the same generation twice: the later
 * one is refused as stale. Leases are known in the process that holds them alone.
 *
 * Every operation throws a {@link PackageError} `registry-closed` after {@link close}, and `cancelled` when its signal
 * aborts; what the system refuses is `unwritable` or `unreadable`.
 *
 * @example
 * ```ts
 * await using registry = await PackageRegistry.open({ root, signal });
 * const { digest } = await registry.install('./field-notes', { signal });
 * const plan = await registry.plan({ add: [digest] }, { signal });
 * for (const { server } of plan.consents) await registry.decide({ digest, server, decision: 'allowed' }, { signal });
 * const { generation } = await registry.apply(plan, { signal });
 * const snapshot = await registry.snapshot({ generation, adapters: { mcp }, signal });
 * await session.applyCapabilityBatch(sessionBatch(session, snapshot));
 * ```
 */
export class PackageRegistry {
  readonly #core: RegistryCore;
  readonly #gate = new OperationGate();

  private constructor(core: RegistryCore) {
    this.#core = core;
  }

  /**
   * Opens the registry of a folder, or makes one of a folder that is empty or not there. What an interrupted operation
   * left behind is cleared away.
   *
   * @throws {PackageError} `not-a-folder`, `not-a-registry`, `unsupported-format`, `registry-damaged`
   * @throws {RangeError} for a number of generations to keep that is out of bounds
   */
  static async open(options: OpenRegistryOptions): Promise<PackageRegistry> {
    return new PackageRegistry(await openRegistry(options));
  }

  /** The folder of the registry, without links in its path. */
  get root(): string {
    return this.#core.paths.root;
  }

  /** What is in force: the newest generation; generation 0, without packages, before the first. */
  get current(): RegistryGeneration {
    return this.#core.state.current;
  }

  /** The generations that are still stored, ascending. Generation 0 is none of them. */
  generations(): readonly RegistryGeneration[] {
    return this.#core.state.generations;
  }

  /** Every stored version, the one that was installed last at the end. */
  versions(): readonly StoredPackage[] {
    return this.#core.state.versions();
  }

  /** The stored version with this content. */
  version(digest: Sha256Digest): StoredPackage | undefined {
    return this.#core.state.version(digest);
  }

  /**
   * Copies a package into the store. Nothing of it is published or executed. Content that is stored already is the same
   * version as before: its list of sources gets this one, and what is damaged of it is repaired.
   *
   * @param source The path of a folder, or of a `.tgz` or `.zip` archive; or a source as a stored version remembers it.
   * An archive is unpacked within the limits of packages, and one folder that wraps all of it is stepped into.
   * An npm package is fetched by the user's own `npm pack --ignore-scripts`, with its settings. A plugin of a marketplace
   * is taken from where the marketplace has it; without a manifest that counts it gets one made of its entry.
   * @throws {PackageError} every code of `readPackageFolder`; `strict-refusal`; `name-conflict` for content that is
   * stored under another name; `changed-on-disk` when a file changes while it is copied; of archives
   * `unsupported-archive`, `corrupt-archive`, `encrypted-archive`, and with the entry's path `entry-outside`,
   * `duplicate-entry`, `link-outside`, `unsafe-name`, `case-collision`, `unsupported-entry`; of npm packages
   * `invalid-source` for a name or version that is none, `npm-unavailable`, and `npm-failed` with npm's own words; of
   * marketplaces `invalid-marketplace`, `unknown-plugin`, `unsupported-source`, `entry-outside`, `fetch-failed`,
   * `digest-mismatch`
   */
  async install(source: string | PackageSource, { signal, strict }: InstallOptions): Promise<StoredPackage> {
    const { settings } = this.#core;
    return this.#run(signal, 'Installing the package', (linked) =>
      installSource(this.#core, source, { signal: linked, strict: strict ?? settings.strict }),
    );
  }

  /**
   * Says what a change would make of the current generation. Nothing is reserved: a plan is stale once another
   * generation is published.
   *
   * @throws {PackageError} `unknown-package` for a digest that is not stored or a name that is not in force,
   * `duplicate-package`, `package-limit-exceeded`, `content-damaged` for a version whose receipt is lost
   */
  async plan(change: RegistryChange, { signal }: RegistryOperation): Promise<RegistryPlan> {
    return this.#run(signal, 'Planning the change', async () => makePlan(this.#core, change));
  }

  /**
   * Publishes the generation that a plan describes. It is on the disk when this returns.
   *
   * @throws {PackageError} `stale-plan`, `name-conflict`, `nothing-to-change`, and what {@link plan} throws
   */
  async apply(plan: RegistryPlan, { signal, cause }: ApplyOptions): Promise<RegistryGeneration> {
    return this.#run(signal, 'Publishing the plan', (linked) =>
      publishPlan(this.#core, plan, { signal: linked, cause }),
    );
  }

  /**
   * Every server of a version, and whether it may be started.
   *
   * @throws {PackageError} `unknown-package`
   */
  consents(digest: Sha256Digest): readonly ServerConsent[] {
    return this.#core.consentsOf(this.#core.version(digest));
  }

  /**
   * Keeps a decision about one server of one version. It may be decided again; snapshots that exist already start
   * nothing new of what is refused now.
   *
   * @throws {PackageError} `unknown-package` or `unknown-server`
   */
  async decide(decision: ServerDecision, { signal }: RegistryOperation): Promise<ServerConsent> {
    return this.#run(signal, 'Deciding about the server', (linked) =>
      decideServer(this.#core, decision, linked),
    );
  }

  /**
   * Makes contributions, adapters and leases of a generation, from the stored content, every byte of it checked.
   *
   * @throws {PackageError} `unknown-generation`, `unknown-package` for a name that the generation does not have,
   * `consent-required` with all that has to be decided in `requests`, `content-damaged`, `name-conflict`
   */
  async snapshot(options: RegistrySnapshotOptions): Promise<RegistrySnapshot> {
    return this.#run(options.signal, 'Making the snapshot', (signal) =>
      makeSnapshot(this.#core, { ...options, signal }),
    );
  }

  /**
   * Reads a stored version in full, with the texts of its skills, every byte of it checked.
   *
   * @throws {PackageError} `unknown-package` or `content-damaged`
   */
  async read(digest: Sha256Digest, { signal }: RegistryOperation): Promise<PackageFolder> {
    return this.#run(signal, 'Reading the package', async (linked) =>
      readVersion(this.#core, this.#core.version(digest), linked),
    );
  }

  /**
   * Keeps a generation's packages in place until the returned function is called; calling it again is harmless. A
   * session retains the generation that its current batch is made of: its next run takes a lease on that one.
   *
   * @throws {PackageError} `unknown-generation`
   */
  retain(generation: number, owner: string): () => void {
    this.#core.generation(generation);
    return this.#core.holds.add({ owner, generation, kind: 'retained' });
  }

  /** Who holds a generation that has this version. */
  holders(digest: Sha256Digest): readonly PackageHolder[] {
    return this.#core.holds.of(this.#core.state.generationsOf(digest));
  }

  /** Deletes the generations beyond those that are kept, except held ones, and the versions that only they had. */
  async collect({ signal }: RegistryOperation): Promise<CollectionReport> {
    return this.#run(signal, 'Collecting generations', (linked) => collectGenerations(this.#core, linked));
  }

  /**
   * Deletes a version that was installed and is part of no stored generation.
   *
   * @throws {PackageError} `unknown-package`, or `package-in-use` with whoever holds it in `holders`
   */
  async forget(digest: Sha256Digest, { signal }: RegistryOperation): Promise<void> {
    return this.#run(signal, 'Forgetting the package', (linked) => forgetVersion(this.#core, digest, linked));
  }

  /** Hashes everything that is stored, and names what is not as it was stored. */
  async verify({ signal }: RegistryOperation): Promise<DamageReport> {
    return this.#run(signal, 'Verifying the registry', (linked) => verifyRegistry(this.#core, linked));
  }

  /** Aborts what is under way and waits for it. What is on the disk stays; leases can still be released. */
  async close(): Promise<void> {
    await this.#gate.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #run<T>(
    signal: AbortSignal,
    what: string,
    operation: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { root } = this;
    if (this.#gate.closed) {
      throw new PackageError('registry-closed', `The registry ${root} is closed; open it again.`, { root });
    }
    if (signal.aborted) throw cancelled(root, what);
    return this.#gate.run(signal, operation);
  }
}
