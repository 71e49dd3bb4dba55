import type { PackageHolder } from './generation-holds.js';
import type { PackageItem } from './package-item.js';
import type { ConsentRequest } from './server-consent.js';

/** Why a package, its source, a snapshot or a change of the registry was refused. */
export type PackageErrorCode =
  | 'missing'
  | 'not-a-folder'
  | 'not-a-package'
  | 'unreadable'
  | 'unwritable'
  | 'invalid-manifest'
  | 'file-limit-exceeded'
  | 'byte-limit-exceeded'
  | 'depth-limit-exceeded'
  | 'link-outside'
  | 'unsupported-entry'
  | 'unsafe-name'
  | 'case-collision'
  | 'entry-outside'
  | 'duplicate-entry'
  | 'unsupported-archive'
  | 'corrupt-archive'
  | 'encrypted-archive'
  | 'invalid-source'
  | 'npm-unavailable'
  | 'npm-failed'
  | 'invalid-marketplace'
  | 'unknown-plugin'
  | 'unsupported-source'
  | 'fetch-failed'
  | 'digest-mismatch'
  | 'duplicate-package'
  | 'name-conflict'
  | 'changed-on-disk'
  | 'strict-refusal'
  | 'not-a-registry'
  | 'unsupported-format'
  | 'registry-damaged'
  | 'registry-closed'
  | 'unknown-package'
  | 'unknown-server'
  | 'unknown-generation'
  | 'package-limit-exceeded'
  | 'stale-plan'
  | 'nothing-to-change'
  | 'consent-required'
  | 'content-damaged'
  | 'package-in-use'
  | 'cancelled';

/** The structured part of a {@link PackageError}. */
export interface PackageErrorDetails {
  /** The package as its source is called, the file of its marketplace, or the folder of the registry. */
  readonly root: string;
  /** The file at fault, relative to the root with `/`; absent when it is the package as a whole. */
  readonly path?: string | undefined;
  /** Line in the file, from 1. */
  readonly line?: number | undefined;
  /** The other side of a collision, conflict or duplicate. */
  readonly otherPath?: string | undefined;
  /** The limit that was exceeded. */
  readonly limit?: number | undefined;
  /** With `consent-required`: every server that nobody decided about. */
  readonly requests?: readonly ConsentRequest[] | undefined;
  /** With `strict-refusal`: the first items that are not loaded as they should be. */
  readonly items?: readonly PackageItem[] | undefined;
  /** With `package-in-use`: who holds a generation that has the package. */
  readonly holders?: readonly PackageHolder[] | undefined;
  readonly cause?: unknown;
}

/** A capability package or a change that cannot be used. Nothing was executed and nothing was changed. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly code: PackageErrorCode;
  readonly root: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly otherPath: string | undefined;
  readonly limit: number | undefined;
  readonly requests: readonly ConsentRequest[];
  readonly items: readonly PackageItem[];
  readonly holders: readonly PackageHolder[];

  constructor(code: PackageErrorCode, message: string, details: PackageErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.root = details.root;
    this.path = details.path;
    this.line = details.line;
    this.otherPath = details.otherPath;
    this.limit = details.limit;
    this.requests = details.requests ?? [];
    this.items = details.items ?? [];
    this.holders = details.holders ?? [];
  }
}
