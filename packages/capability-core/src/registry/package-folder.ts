import { basename } from 'node:path';
import type { Sha256Digest } from '../identity/sha256-digest.js';
import type { FirstArgument } from './command-arguments.js';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from './limits.js';
import type { PackagedServer } from './mcp-file.js';
import type { PackageFile } from './package-file.js';
import { PackageFiles } from './package-files.js';
import type { PackageItem } from './package-item.js';
import { PackageReader } from './package-reader.js';
import type { PackagedValue } from './packaged-value.js';
import type { PackagedSkill } from './skill-file.js';

/** A capability package as it was read from a folder. Nothing of it was executed. */
export interface PackageFolder {
  readonly root: string;
  readonly format: 'claude-code-plugin';
  readonly name: string;
  /** The manifest's version, or one made of the content digest where it has none. */
  readonly version: string;
  /** Identity of the whole content. */
  readonly digest: Sha256Digest;
  readonly manifestDigest: Sha256Digest;
  /** The receipt: every item that was found, and what became of it. */
  readonly items: readonly PackageItem[];
  readonly skills: readonly PackagedSkill[];
  readonly servers: readonly PackagedServer[];
  /** Its agents, its commands and its context. */
  readonly values: readonly PackagedValue[];
  readonly files: readonly PackageFile[];
  /**
   * Checks that the folder still holds what was read.
   *
   * @throws {PackageError} `changed-on-disk` or `cancelled`
   */
  verify(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** How a package is read. */
export interface ReadPackageOptions {
  readonly signal: AbortSignal;
  /** Limits that differ from the default. */
  readonly limits?: Partial<PackageLimits>;
  /** Names of variables that the host sets for servers; a server that needs another one is noted in the receipt. */
  readonly variables?: readonly string[];
  /** Which argument of a command its text means by `$1`: the second one (0, the default), or the first (1). */
  readonly firstArgument?: FirstArgument;
}

/**
 * Reads a folder in the Claude Code plugin layout: `.claude-plugin/plugin.json` (optional), `skills/<name>/SKILL.md`,
 * a `SKILL.md` in the root, Markdown files in `agents` and `commands`,
 * `AGENTS.md`, `.mcp.json`. What is usable is loaded, and the receipt names everything else.
 *
 * @throws {PackageError} `missing`, `not-a-folder`, `not-a-package`, `unreadable`, `invalid-manifest`,
 * `…-limit-exceeded`, `link-outside`, `unsupported-entry`, `unsafe-name`, `case-collision`, `changed-on-disk` or
 * `cancelled`
 */
export async function readPackageFolder(folder: string, options: ReadPackageOptions): Promise<PackageFolder> {
  const limits: PackageLimits = { ...DEFAULT_PACKAGE_LIMITS, ...options.limits };
  const files = await PackageFiles.scan(folder, limits, options);
  const { signal, variables, firstArgument = 0 } = options;
  const folderName = basename(files.root);
  const reading = { limits, signal, variables: new Set(variables), firstArgument, folderName };
  return new PackageReader(files, reading).read();
}
