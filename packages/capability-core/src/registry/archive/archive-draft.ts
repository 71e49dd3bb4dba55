import { link, mkdir, open, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageLimits } from '../limits.js';
import { PackageError, type PackageErrorCode, type PackageErrorDetails } from '../package-error.js';
import { cancelled, unwritable } from '../package-refusal.js';
import type { ArchiveEntry } from './archive-entry.js';
import { corruptArchive, refusedEntry } from './archive-refusal.js';
import { checkLinkTarget, entryNames } from './entry-path.js';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_PROGRAM = 0o700;

/** Where an archive is unpacked to, and within what. */
export interface ArchiveUnpacking {
  /** A folder that is not there yet. */
  readonly to: string;
  readonly limits: PackageLimits;
  readonly signal: AbortSignal;
}

interface Placed {
  readonly kind: 'file' | 'folder' | 'link';
  readonly bytes: number;
}

/**
 * The entries of an archive as they are written to a folder of our own, each checked before. Links are made when all
 * else is there, so that nothing is ever written through one.
 */
export class ArchiveDraft {
  readonly #archive: string;
  readonly #to: string;
  readonly #limits: PackageLimits;
  readonly #signal: AbortSignal;
  readonly #placed = new Map<string, Placed>();
  readonly #pathByFolded = new Map<string, string>();
  readonly #links: (() => Promise<void>)[] = [];
  #files = 0;
  #folders = 0;
  #bytes = 0;

  constructor(archive: string, { to, limits, signal }: ArchiveUnpacking) {
    this.#archive = archive;
    this.#to = to;
    this.#limits = limits;
    this.#signal = signal;
  }

  async begin(): Promise<void> {
    await this.#writing(() => mkdir(this.#to, { mode: OWNER_ONLY_FOLDER }));
  }

  /** @throws {PackageError} what `PackageRegistry.install` says of archives */
  async add(entry: ArchiveEntry): Promise<void> {
    this.#checkSignal();
    const names = entryNames(this.#archive, entry.path);
    const path = names.join('/');
    if (entry.kind === 'other') {
      throw this.#refused('unsupported-entry', entry.path, 'is neither a file, a folder nor a link');
    }
    if (entry.kind === 'folder') return this.#claimFolders(names);
    if (path === '') throw this.#refused('duplicate-entry', entry.path, 'stands in the place of the root');
    await this.#claimFolders(names.slice(0, -1));
    if (entry.kind === 'file') await this.#file(entry, path);
    else this.#link(entry, path);
  }

  /** Makes the links. */
  async finish(): Promise<void> {
    for (const make of this.#links) {
      this.#checkSignal();
      await this.#writing(make);
    }
  }

  async #claimFolders(names: readonly string[]): Promise<void> {
    // The folder that may wrap the whole package is not counted.
    const { maxDepth, maxFiles } = this.#limits;
    for (let depth = 1; depth <= names.length; depth += 1) {
      const path = names.slice(0, depth).join('/');
      if (this.#placed.get(path)?.kind === 'folder') continue;
      if (depth > maxDepth + 1) {
        throw this.#refused('depth-limit-exceeded', path, `is more than ${maxDepth} folders deep`, {
          limit: maxDepth,
        });
      }
      this.#claim(path, { kind: 'folder', bytes: 0 });
      this.#folders += 1;
      if (this.#folders > maxFiles + 1) {
        throw this.#refused('file-limit-exceeded', path, `is more than the ${maxFiles} folders allowed`, {
          limit: maxFiles,
        });
      }
      await this.#writing(() => mkdir(join(this.#to, path), { mode: OWNER_ONLY_FOLDER }));
    }
  }

  #claimFile(path: string, kind: 'file' | 'link', bytes: number): void {
    const { maxFiles, maxBytes } = this.#limits;
    this.#claim(path, { kind, bytes });
    this.#files += 1;
    this.#bytes += bytes;
    if (this.#files > maxFiles) {
      throw this.#refused('file-limit-exceeded', path, `is more than the ${maxFiles} files allowed`, {
        limit: maxFiles,
      });
    }
    if (this.#bytes > maxBytes) {
      throw this.#refused('byte-limit-exceeded', path, `brings more than the ${maxBytes} bytes allowed`, {
        limit: maxBytes,
      });
    }
  }

  /** A path is there once, and so is every name that is the same where case does not count. */
  #claim(path: string, placed: Placed): void {
    const folded = path.normalize('NFC').toLowerCase();
    const otherPath = this.#pathByFolded.get(folded);
    if (otherPath === path) throw this.#refused('duplicate-entry', path, 'is there more than once');
    if (otherPath !== undefined) {
      const reason = `and ${JSON.stringify(otherPath)} are one name where case does not count`;
      throw this.#refused('case-collision', path, reason, { otherPath });
    }
    this.#pathByFolded.set(folded, path);
    this.#placed.set(path, placed);
  }

  async #file(entry: ArchiveEntry, path: string): Promise<void> {
    this.#claimFile(path, 'file', entry.bytes);
    const mode = entry.executable ? OWNER_ONLY_PROGRAM : OWNER_ONLY_FILE;
    const file = await this.#writing(() => open(join(this.#to, path), 'wx', mode));
    let left = entry.bytes;
    try {
      for await (const chunk of entry.content()) {
        this.#checkSignal();
        left -= chunk.length;
        if (left < 0) break;
        await this.#writing(() => file.writeFile(chunk));
      }
    } catch (error) {
      throw error instanceof PackageError ? error : corruptArchive(this.#archive, path, error);
    } finally {
      await file.close();
    }
    if (left === 0) return;
    const reason = `it has ${left < 0 ? 'more' : 'fewer'} bytes than the ${entry.bytes} that it declares`;
    throw corruptArchive(this.#archive, path, new Error(reason));
  }

  #link({ kind, target }: ArchiveEntry, path: string): void {
    const place = join(this.#to, path);
    if (kind === 'link') {
      checkLinkTarget(this.#archive, path, target);
      this.#claimFile(path, 'link', 0);
      this.#links.push(() => symlink(target, place));
      return;
    }
    const source = this.#hardLinkSource(path, target);
    this.#claimFile(path, 'file', this.#placed.get(source)?.bytes ?? 0);
    // In the order of the archive, so that a link to a link finds it.
    this.#links.push(() => link(join(this.#to, source), place));
  }

  /** A hard link is another name of a file that came before it in the archive, and of nothing else. */
  #hardLinkSource(path: string, target: string): string {
    const outside = () => this.#refused('link-outside', path, 'is a link to no file of the archive');
    let source: string;
    try {
      source = entryNames(this.#archive, target).join('/');
    } catch {
      throw outside();
    }
    if (this.#placed.get(source)?.kind !== 'file') throw outside();
    return source;
  }

  #checkSignal(): void {
    if (this.#signal.aborted) throw cancelled(this.#archive, 'Unpacking the archive');
  }

  async #writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      throw unwritable(this.#to, error);
    }
  }

  #refused(
    code: PackageErrorCode,
    path: string,
    reason: string,
    more: Pick<PackageErrorDetails, 'otherPath' | 'limit'> = {},
  ) {
    return refusedEntry(code, this.#archive, path, reason, more);
  }
}
