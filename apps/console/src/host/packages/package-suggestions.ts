import { type PackageRegistry, readPackageFolder } from '@changeover/capability-core/registry';
import type { Registry } from '../../protocol/capability-package.js';
import { reportOfError } from '../errors/report-of-error.js';
import { PACKAGE_READ_TIMEOUT_MS } from '../limits.js';
import type { FailurePrinter } from '../print-failure.js';
import { inTime } from '../waiting/in-time.js';
import { PACKAGE_VARIABLES } from './package-variables.js';

interface Suggestion {
  readonly folder: string;
  readonly name: string;
  /** Of the content that it had when it was read. */
  readonly digest: string;
}

/** The project's package folders, as long as what they hold is not stored. */
export class PackageSuggestions {
  readonly #registry: PackageRegistry;
  readonly #printFailure: FailurePrinter;
  #found: readonly Suggestion[] = [];

  constructor(registry: PackageRegistry, printFailure: FailurePrinter) {
    this.#registry = registry;
    this.#printFailure = printFailure;
  }

  /** In the order in which the project names them. */
  get all(): Registry['suggestions'] {
    const stored = new Set<string>(this.#registry.versions().map(({ digest }) => digest));
    return this.#found
      .filter(({ digest }) => !stored.has(digest))
      .map(({ folder, name }) => ({ folder, name }));
  }

  /** Reads the folders; one that is no package is said on the terminal and left out. Never rejects. */
  async read(folders: readonly string[], options: { readonly signal: AbortSignal }): Promise<void> {
    const read = await Promise.all(folders.map((folder) => this.#readOne(folder, options.signal)));
    this.#found = read.flat();
  }

  /** The folder was stored as it is now, which may be otherwise than when it was read. */
  stored(folder: string, digest: string): void {
    this.#found = this.#found.map((each) => (each.folder === folder ? { ...each, digest } : each));
  }

  async #readOne(folder: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
    try {
      const { name, version, digest } = await inTime(
        { what: `Reading ${folder}`, timeoutMs: PACKAGE_READ_TIMEOUT_MS, signal },
        (bounded) => readPackageFolder(folder, { signal: bounded, variables: PACKAGE_VARIABLES }),
      );
      return [{ folder, name: `${name} ${version}`, digest }];
    } catch (error) {
      if (!signal.aborted)
        this.#printFailure('A package of the project cannot be used', reportOfError(error));
      return [];
    }
  }
}
