import { lstat, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { compareBytes } from './byte-order.js';
import type { PackageLimits } from './limits.js';
import { PackageError, type PackageErrorCode, type PackageErrorDetails } from './package-error.js';
import { digestFile, type PackageFile } from './package-file.js';
import { cancelled, unreadable } from './package-refusal.js';

/** What a version control system keeps beside a package is no part of it. */
const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['.git']);

const UNSAFE_NAME = /[\p{Cc}\\\uFFFD]/u;

/** One walk through a package's folders. */
export class PackageScan {
  readonly #root: string;
  readonly #limits: PackageLimits;
  readonly #signal: AbortSignal;
  readonly #files: PackageFile[] = [];
  readonly #pathByFolded = new Map<string, string>();
  #folders = 0;
  #bytes = 0;

  constructor(root: string, limits: PackageLimits, signal: AbortSignal) {
    this.#root = root;
    this.#limits = limits;
    this.#signal = signal;
  }

  async run(): Promise<readonly PackageFile[]> {
    await this.#folder('', 0);
    return this.#files;
  }

  async #folder(path: string, depth: number): Promise<void> {
    if (depth > this.#limits.maxDepth) {
      const limit = this.#limits.maxDepth;
      throw this.#error('depth-limit-exceeded', `${path} is more than ${limit} folders deep.`, {
        path,
        limit,
      });
    }
    const { maxFiles } = this.#limits;
    if (this.#folders > maxFiles) {
      throw this.#error('file-limit-exceeded', `The package has more than ${maxFiles} folders.`, {
        path,
        limit: maxFiles,
      });
    }
    this.#folders += 1;
    const names = await this.#reading(path, () => readdir(join(this.#root, path)));
    for (const name of names.sort(compareBytes)) {
      const child = path === '' ? name : `${path}/${name}`;
      if (this.#signal.aborted) throw cancelled(this.#root, 'Reading the package');
      this.#checkName(name, child);
      await this.#entry(name, child, depth);
    }
  }

  async #entry(name: string, path: string, depth: number): Promise<void> {
    const stats = await this.#reading(path, () => lstat(join(this.#root, path)));
    if (stats.isDirectory()) {
      if (!IGNORED_FOLDERS.has(name)) await this.#folder(path, depth + 1);
    } else if (stats.isFile()) await this.#file(path, path);
    else if (stats.isSymbolicLink()) await this.#link(path);
    else throw this.#error('unsupported-entry', `${path} is neither a file nor a folder.`, { path });
  }

  /** A link to a file of the package is that file under another name; any other link is refused. */
  async #link(path: string): Promise<void> {
    const target = await this.#reading(path, () => realpath(join(this.#root, path)));
    const inside = relative(this.#root, target).split(sep).join('/');
    if (inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside)) {
      throw this.#error('link-outside', `${path} is a link that leaves the package.`, { path });
    }
    const stats = await this.#reading(path, () => lstat(target));
    if (!stats.isFile()) {
      throw this.#error('unsupported-entry', `${path} is a link to something that is no file.`, { path });
    }
    await this.#file(path, inside);
  }

  async #file(path: string, source: string): Promise<void> {
    const { maxFiles, maxBytes } = this.#limits;
    if (this.#files.length === maxFiles) {
      throw this.#error('file-limit-exceeded', `The package has more than ${maxFiles} files.`, {
        path,
        limit: maxFiles,
      });
    }
    const room = maxBytes - this.#bytes;
    const within = { room, signal: this.#signal };
    const file = await this.#reading(path, () => digestFile(this.#root, path, source, within));
    if (file === null) {
      throw this.#error('byte-limit-exceeded', `The package has more than ${maxBytes} bytes.`, {
        path,
        limit: maxBytes,
      });
    }
    this.#bytes += file.bytes;
    this.#files.push(file);
  }

  #checkName(name: string, path: string): void {
    if (UNSAFE_NAME.test(name)) {
      const shown = JSON.stringify(path);
      const message = `${shown} has a control character, a backslash or bytes that are no UTF-8 in its name.`;
      throw this.#error('unsafe-name', message, { path });
    }
    const folded = path.normalize('NFC').toLowerCase();
    const otherPath = this.#pathByFolded.get(folded);
    if (otherPath !== undefined) {
      throw this.#error(
        'case-collision',
        `${otherPath} and ${path} are one name where case does not count.`,
        {
          path,
          otherPath,
        },
      );
    }
    this.#pathByFolded.set(folded, path);
  }

  async #reading<T>(path: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (this.#signal.aborted) throw cancelled(this.#root, 'Reading the package');
      throw unreadable(this.#root, path, error);
    }
  }

  #error(code: PackageErrorCode, message: string, details: Omit<PackageErrorDetails, 'root'>): PackageError {
    return new PackageError(code, `${message} The package ${this.#root} is refused.`, {
      root: this.#root,
      ...details,
    });
  }
}
