import type { Sha256Digest } from '../identity/sha256-digest.js';
import type { Skill } from '../kinds/skill.js';
import type { PackagedServer } from './mcp-file.js';
import type { PackageItem } from './package-item.js';
import type { PackagedValue } from './packaged-value.js';

/** Where a package comes from. */
export type PackageSource =
  | { readonly type: 'folder'; readonly path: string }
  /** A `.tgz` or `.zip` file. */
  | { readonly type: 'archive'; readonly path: string }
  /** A package of the user's npm registry; a stored one has the version that a tag or a range stood for. */
  | { readonly type: 'npm'; readonly name: string; readonly version: string }
  /** A plugin that the file of a marketplace lists, or the file in a marketplace's folder. */
  | { readonly type: 'marketplace'; readonly path: string; readonly plugin: string };

/** A source as a person would say it: its path, `name@version`, or which plugin of which marketplace. */
export function sourceText(source: PackageSource): string {
  switch (source.type) {
    case 'folder':
    case 'archive':
      return source.path;
    case 'npm':
      return `${source.name}@${source.version}`;
    case 'marketplace':
      return `${source.plugin} of ${source.path}`;
  }
}

/** Which package, in which state: the digest alone is its identity, the rest is for people. */
export interface PackageRef {
  readonly name: string;
  readonly version: string;
  readonly digest: Sha256Digest;
}

/** A skill of a stored package without its text, which is read when a snapshot is made. */
export interface StoredSkill {
  readonly skill: Omit<Skill, 'content'>;
  /** Relative to the package, with `/`. */
  readonly path: string;
  /** Of the bytes of its file. */
  readonly digest: Sha256Digest;
}

/** An agent, a command or a context of a stored package; what it does is read when a snapshot is made. */
export type StoredValue = Pick<PackagedValue, 'kind' | 'name' | 'path' | 'digest'>;

/** One version of a package in the registry's store: content that does not change any more, and its receipt. */
export interface StoredPackage extends PackageRef {
  readonly manifestDigest: Sha256Digest;
  /** Its read-only folder in the store. */
  readonly root: string;
  /** Where it was installed from last. */
  readonly source: PackageSource;
  /** Every place it was installed from, the latest last; the oldest are forgotten beyond a bound. */
  readonly sources: readonly PackageSource[];
  /** When it was installed first, milliseconds since the epoch. */
  readonly installedAt: number;
  readonly bytes: number;
  readonly fileCount: number;
  /** The receipt: every item that was found, and what became of it. */
  readonly items: readonly PackageItem[];
  readonly skills: readonly StoredSkill[];
  readonly servers: readonly PackagedServer[];
  /** Its agents, its commands and its context. */
  readonly values: readonly StoredValue[];
  /** Why the receipt could not be read, and nothing but the digest is known; installing it again repairs it. */
  readonly damage: string | null;
}

/** The part of a stored package that names it. */
export function packageRef({ name, version, digest }: PackageRef): PackageRef {
  return Object.freeze({ name, version, digest });
}
