import type { Clock } from '../lifecycle/clock.js';
import { AsyncLock } from '../session/async-lock.js';
import type { FirstArgument } from './command-arguments.js';
import { consentRequest, serverConsent } from './consent-requests.js';
import { GenerationHolds } from './generation-holds.js';
import type { PackageLimits } from './limits.js';
import { PackageError } from './package-error.js';
import { cancelled, contentDamaged, unwritable } from './package-refusal.js';
import type { RegistryGeneration } from './registry-generation.js';
import type { ServerConsent } from './server-consent.js';
import { loadRegistry } from './store/load-registry.js';
import type { RegistryPaths } from './store/registry-paths.js';
import type { RegistryState } from './store/registry-state.js';
import type { RegistryStep } from './store/registry-step.js';
import type { StoredPackage } from './stored-package.js';

/** What a registry was opened with. */
export interface RegistrySettings {
  readonly limits: PackageLimits;
  readonly variables: ReadonlySet<string>;
  readonly firstArgument: FirstArgument;
  readonly keepGenerations: number;
  readonly strict: boolean;
  readonly clock: Clock;
  readonly step: (step: RegistryStep) => void;
}

/** What the operations of one registry share: its state, its place, and the lock of whoever changes it. */
export class RegistryCore {
  readonly paths: RegistryPaths;
  readonly settings: RegistrySettings;
  readonly holds = new GenerationHolds();
  readonly #lock = new AsyncLock();
  #state: RegistryState;

  constructor(paths: RegistryPaths, settings: RegistrySettings, state: RegistryState) {
    this.paths = paths;
    this.settings = settings;
    this.#state = state;
  }

  get state(): RegistryState {
    return this.#state;
  }

  step(step: RegistryStep): void {
    this.settings.step(step);
  }

  /** Reads the records again, after somebody else wrote them. */
  async reload(): Promise<void> {
    this.#state = await loadRegistry(this.paths);
  }

  /**
   * Lets one operation change the registry at a time.
   *
   * @throws {PackageError} `cancelled`, `unwritable` for whatever the system refuses, and what `change` throws
   */
  async exclusively<T>(signal: AbortSignal, what: string, change: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw cancelled(this.paths.root, what);
    const turn = await this.#lock.acquire(signal).catch(() => {
      throw cancelled(this.paths.root, what);
    });
    try {
      return await change();
    } catch (error) {
      throw isSystemError(error) ? unwritable(this.paths.root, error) : error;
    } finally {
      turn[Symbol.dispose]();
    }
  }

  /** @throws {PackageError} `unknown-generation` */
  generation(number: number): RegistryGeneration {
    const generation = this.state.generation(number);
    if (generation !== undefined) return generation;
    throw new PackageError(
      'unknown-generation',
      `Generation ${number} was never published, or was collected; choose one of those that are kept.`,
      { root: this.paths.root },
    );
  }

  /** @throws {PackageError} `unknown-package` */
  version(digest: StoredPackage['digest']): StoredPackage {
    const stored = this.state.version(digest);
    if (stored !== undefined) return stored;
    throw new PackageError('unknown-package', `No package with the digest ${digest} is stored; install it.`, {
      root: this.paths.root,
    });
  }

  /** A version whose receipt can be read. @throws {PackageError} `unknown-package` or `content-damaged` */
  soundVersion(digest: StoredPackage['digest']): StoredPackage {
    const stored = this.version(digest);
    if (stored.damage === null) return stored;
    throw contentDamaged(stored.root, undefined, `its receipt is lost (${stored.damage})`);
  }

  /** Every server of a version, and what was decided about it. */
  consentsOf(stored: StoredPackage): readonly ServerConsent[] {
    const decided = this.state.consents(stored.digest);
    const others = this.state.allConsents();
    return stored.servers.map((server) => serverConsent(consentRequest(stored, server, others), decided));
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
