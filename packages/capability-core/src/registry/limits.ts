import { MAX_CAPABILITIES_PER_SET, MAX_SOURCES_PER_SET } from '../identity/limits.js';

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

/** Bytes of a package's name, and of an item's inside it: together, with a colon, they fit a public name. */
export const MAX_PACKAGE_NAME_BYTES = 127;
export const MAX_ITEM_NAME_BYTES = 128;

/** Bytes of the words of its text that stand in for a command's missing description. */
export const MAX_DERIVED_DESCRIPTION_BYTES = 256;

/** Bytes of the file of one command. */
export const MAX_COMMAND_FILE_BYTES = 256 * 1024;

/** Bytes of the context of one package: several have room in one prompt. */
export const MAX_CONTEXT_FILE_BYTES = 32 * 1024;

/** Bytes of what a hook would do that its receipt shows. */
export const MAX_SHOWN_COMMAND_BYTES = 4 * 1024;

/** Aliases that one YAML document may resolve. */
export const MAX_YAML_ALIASES = 100;

/** Diagnostics that are kept for one item; the last one says when there were more. */
export const MAX_DIAGNOSTICS_PER_ITEM = 50;

/** Paths that an item names whose name others of its package have too. */
export const MAX_CLASHING_PATHS = 10;

/** Files of one package that are copied at the same time. */
export const CONTENT_FILES_AT_ONCE = 8;

/** Bytes of the name of one file or folder in an archive: what common file systems hold. */
export const MAX_ENTRY_NAME_BYTES = 255;

/** Bytes of the path that a link in an archive leads to. */
export const MAX_LINK_TARGET_BYTES = 4096;

/** Bytes that a tar archive may have for each file or folder besides its content: headers, long names, padding. */
export const MAX_TAR_ENTRY_OVERHEAD_BYTES = 8 * 1024;

/** Bytes of one header of a tar archive that tells more of an entry: a long name, further fields. */
export const MAX_TAR_EXTENDED_HEADER_BYTES = 16 * 1024;

/** Characters of the name of an npm package, as the public registry has it. */
export const MAX_NPM_NAME_CHARS = 214;

/** Characters of the version, tag or range of an npm package. */
export const MAX_NPM_VERSION_CHARS = 256;

/** Milliseconds that npm may take to fetch one package. */
export const NPM_TIMEOUT_MS = 120_000;

/** Milliseconds that an archive of a marketplace may take to be fetched. */
export const ARCHIVE_FETCH_TIMEOUT_MS = 120_000;

/** Bytes of a marketplace's file. */
export const MAX_MARKETPLACE_BYTES = 4 * 1024 * 1024;

/** Bytes of npm's output that are kept: it lists every file of the package. */
export const MAX_NPM_OUTPUT_BYTES = 16 * 1024 * 1024;
export const MAX_NPM_ERROR_BYTES = 4 * 1024;

/** Generations of a registry that are kept whether anyone holds them or not. */
export const DEFAULT_KEPT_GENERATIONS = 5;
export const MAX_KEPT_GENERATIONS = 1_000;

/** Packages of one generation: as many as a set has sources. */
export const MAX_PACKAGES_PER_GENERATION = MAX_SOURCES_PER_SET;

/** Items of one generation: as many as a set has capabilities. */
export const MAX_ITEMS_PER_GENERATION = MAX_CAPABILITIES_PER_SET;

/** Bytes of the file that tells the format of a registry. */
export const MAX_FORMAT_BYTES = 64 * 1024;

/** Bytes of one record of a registry: a receipt, a generation, the decisions about one version. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Places that one stored version remembers it was installed from. */
export const MAX_SOURCES_PER_VERSION = 16;

/** Items that a strict refusal names. */
export const MAX_REFUSED_ITEMS = 10;
