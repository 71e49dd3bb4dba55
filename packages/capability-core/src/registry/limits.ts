/** Bounds of one capability package. */
export interface PackageLimits {
  /** Files of the package, and its folders likewise, the root not counted. */
  readonly maxFiles: number;
  /** Bytes of all files together. */
  readonly maxBytes: number;
  /** Folders one inside the other, the root not counted. */
  readonly maxDepth: number;
  /** Bytes of one `SKILL.md`. */
  readonly maxSkillBytes: number;
  /** Bytes of one manifest or configuration file. */
  readonly maxManifestBytes: number;
}

/** The limits that apply where none are given. */
export const DEFAULT_PACKAGE_LIMITS: PackageLimits = Object.freeze({
  maxFiles: 10_000,
  maxBytes: 256 * 1024 * 1024,
  maxDepth: 32,
  maxSkillBytes: 512 * 1024,
  maxManifestBytes: 1024 * 1024,
});

/** Characters of a server's name, so that `mcp__<name>__x` stays within the 64 that model providers accept. */
export const MAX_SERVER_NAME_CHARS = 56;

/** Bytes of a package's name, and of a skill's inside it: together, with a colon, they fit a public name. */
export const MAX_PACKAGE_NAME_BYTES = 127;
export const MAX_SKILL_NAME_BYTES = 128;

/** Aliases that one YAML document may resolve. */
export const MAX_YAML_ALIASES = 100;

/** Diagnostics that are kept for one item; the last one says when there were more. */
export const MAX_DIAGNOSTICS_PER_ITEM = 50;
