/** Why a folder or a snapshot was refused. */
export type PackageErrorCode =
  | 'missing'
  | 'not-a-folder'
  | 'not-a-package'
  | 'unreadable'
  | 'invalid-manifest'
  | 'file-limit-exceeded'
  | 'byte-limit-exceeded'
  | 'depth-limit-exceeded'
  | 'link-outside'
  | 'unsupported-entry'
  | 'unsafe-name'
  | 'case-collision'
  | 'duplicate-package'
  | 'name-conflict'
  | 'changed-on-disk'
  | 'cancelled';

/** The structured part of a {@link PackageError}. */
export interface PackageErrorDetails {
  /** The folder of the package. */
  readonly root: string;
  /** The file at fault, relative to the root with `/`; absent when it is the package as a whole. */
  readonly path?: string | undefined;
  /** Line in the file, from 1. */
  readonly line?: number | undefined;
  /** The other side of a collision, conflict or duplicate. */
  readonly otherPath?: string | undefined;
  /** The limit that was exceeded. */
  readonly limit?: number | undefined;
  readonly cause?: unknown;
}

/** A capability package that cannot be used. Nothing of it was executed and nothing was changed. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly code: PackageErrorCode;
  readonly root: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly otherPath: string | undefined;
  readonly limit: number | undefined;

  constructor(code: PackageErrorCode, message: string, details: PackageErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.root = details.root;
    this.path = details.path;
    this.line = details.line;
    this.otherPath = details.otherPath;
    this.limit = details.limit;
  }
}
