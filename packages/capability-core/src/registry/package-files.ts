import { lstat, realpath } from 'node:fs/promises';
import { Sha256Digest } from '../identity/sha256-digest.js';
import { compareBytes } from './byte-order.js';
import type { PackageLimits } from './limits.js';
import { PackageError } from './package-error.js';
import { type PackageFile, readFileBytes } from './package-file.js';
import { changedOnDisk, unreadable } from './package-refusal.js';
import { PackageScan } from './package-scan.js';

/** The files of a package as they were when the folder was read: sorted, within bounds, none outside the root. */
export class PackageFiles {
  /** The folder, without links in its path. */
  readonly root: string;
  /** In byte order of their paths. */
  readonly files: readonly PackageFile[];
  /** Identity of the content: paths, bytes, and which files can be executed. */
  readonly digest: Sha256Digest;
  readonly #byPath: ReadonlyMap<string, PackageFile>;

  private constructor(root: string, files: readonly PackageFile[]) {
    this.root = root;
    this.files = Object.freeze([...files].sort((left, right) => compareBytes(left.path, right.path)));
    this.digest = contentDigest(this.files);
    this.#byPath = new Map(this.files.map((file) => [file.path, file]));
  }

  /**
   * Reads every file once, for its digest.
   *
   * @throws {PackageError} `missing`, `not-a-folder`, `unreadable`, `…-limit-exceeded`, `link-outside`,
   * `unsupported-entry`, `unsafe-name`, `case-collision` or `cancelled`
   */
  static async scan(
    folder: string,
    limits: PackageLimits,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<PackageFiles> {
    const root = await resolveRoot(folder);
    const files = await new PackageScan(root, limits, signal).run();
    return new PackageFiles(root, files);
  }

  get(path: string): PackageFile | undefined {
    return this.#byPath.get(path);
  }

  /**
   * The bytes of a file, which are those that its digest was taken of.
   *
   * @throws {PackageError} `byte-limit-exceeded`, `unreadable` or `changed-on-disk`
   */
  async read(file: PackageFile, maxBytes: number): Promise<Buffer> {
    if (file.bytes > maxBytes) {
      throw new PackageError(
        'byte-limit-exceeded',
        `${file.path} has ${file.bytes} bytes; at most ${maxBytes} are read.`,
        { root: this.root, path: file.path, limit: maxBytes },
      );
    }
    const bytes = await readFileBytes(this.root, file).catch((error: unknown) => {
      throw unreadable(this.root, file.path, error);
    });
    if (bytes === null || Sha256Digest.of(bytes) !== file.digest) throw changedOnDisk(this.root, file.path);
    return bytes;
  }

  /**
   * Checks that the folder still holds exactly what was read.
   *
   * @throws {PackageError} `changed-on-disk`
   */
  async verify(limits: PackageLimits, options: { readonly signal: AbortSignal }): Promise<void> {
    let now: PackageFiles;
    try {
      now = await PackageFiles.scan(this.root, limits, options);
    } catch (error) {
      if (error instanceof PackageError && error.code === 'cancelled') throw error;
      throw changedOnDisk(this.root, undefined, error);
    }
    if (now.digest !== this.digest) throw changedOnDisk(this.root, this.#firstDifference(now));
  }

  #firstDifference(now: PackageFiles): string | undefined {
    const differs = (file: PackageFile, other: PackageFile | undefined) =>
      other === undefined || file.digest !== other.digest || file.executable !== other.executable;
    const gone = this.files.find((file) => differs(file, now.get(file.path)));
    return (gone ?? now.files.find((file) => differs(file, this.get(file.path))))?.path;
  }
}

async function resolveRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await lstat(root)).isDirectory()) return root;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      throw new PackageError('missing', `There is no folder ${folder}; check the path.`, {
        root: folder,
        cause: error,
      });
    }
    if (!hasCode(error, 'ENOTDIR')) throw unreadable(folder, undefined, error);
  }
  throw new PackageError('not-a-folder', `${folder} is not a folder; choose the package's folder.`, {
    root: folder,
  });
}

/** Identity of a list of files: their paths, bytes, and which of them can be executed. */
export function contentDigest(files: readonly PackageFile[]): Sha256Digest {
  const lines = files.map(({ path, digest, executable }) => JSON.stringify([path, digest, executable]));
  return Sha256Digest.ofText(['changeover.package-content.v1', ...lines].join('\n'));
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
