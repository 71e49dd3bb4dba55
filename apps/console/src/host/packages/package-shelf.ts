import type { PackageFolder as ReadFolder } from '@changeover/capability-core/registry';
import type { PackageFolder } from '../../protocol/capability-package.js';
import { HostError } from '../errors/host-error.js';
import type { Ledger } from '../ledger/ledger.js';
import { PACKAGE_FOLDERS_MAX } from '../limits.js';
import type { FoldersRecord } from '../records/folders-record.js';
import { recordKey } from '../records/record-keys.js';
import { readPackage, shownPackage, unusablePackage } from './read-package.js';

/** The package folders that pages can choose from: the project's, and those that an operator named. */
export class PackageShelf {
  readonly #ledger: Ledger;
  readonly #projectFolders: ReadonlySet<string>;
  readonly #shown = new Map<string, PackageFolder>();

  constructor(ledger: Ledger, projectFolders: readonly string[]) {
    this.#ledger = ledger;
    this.#projectFolders = new Set(projectFolders);
  }

  /** Reads the project's folders and those of an earlier life; one that cannot be used is listed with its problem. */
  async open(added: readonly string[], options: { readonly signal: AbortSignal }): Promise<void> {
    const folders = [...new Set([...this.#projectFolders, ...added])].slice(0, PACKAGE_FOLDERS_MAX);
    const shown = await Promise.all(
      folders.map((folder) =>
        readPackage(folder, options).then(shownPackage, (error: unknown) => unusablePackage(folder, error)),
      ),
    );
    for (const entry of shown) this.#shown.set(entry.folder, entry);
    this.#put();
  }

  /**
   * Reads a folder now, and keeps it on the shelf. A folder that is not there yet and cannot be used is refused and
   * changes nothing.
   *
   * @throws PackageError, HostError `too-many-folders`
   */
  async read(folder: string, options: { readonly signal: AbortSignal }): Promise<ReadFolder> {
    try {
      const read = await readPackage(folder, options);
      this.#keep(shownPackage(read));
      return read;
    } catch (error) {
      if (this.#shown.has(folder)) this.#keep(unusablePackage(folder, error));
      throw error;
    }
  }

  /** A folder on the shelf that held exactly this content when it was read. */
  folderOf(digest: string): string | null {
    return [...this.#shown.values()].find((entry) => entry.digest === digest)?.folder ?? null;
  }

  #keep(entry: PackageFolder): void {
    if (!this.#shown.has(entry.folder) && this.#shown.size >= PACKAGE_FOLDERS_MAX) {
      throw new HostError(
        'too-many-folders',
        `The list holds ${PACKAGE_FOLDERS_MAX} package folders, its limit`,
        {
          limit: PACKAGE_FOLDERS_MAX,
        },
      );
    }
    this.#shown.set(entry.folder, entry);
    this.#put();
  }

  #put(): void {
    const packages = [...this.#shown.values()];
    const added = packages.map(({ folder }) => folder).filter((folder) => !this.#projectFolders.has(folder));
    const value: FoldersRecord = { format: 1, folders: added };
    this.#ledger.put('packages', {
      event: { type: 'packages', packages },
      records: [{ key: recordKey.folders(), value }],
    });
  }
}
