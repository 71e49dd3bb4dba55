import type { Sha256Digest } from '../../identity/sha256-digest.js';
import { deepFreeze } from '../../lifecycle/deep-freeze.js';
import { MAX_SOURCES_PER_VERSION, type PackageLimits } from '../limits.js';
import { contentDigest } from '../package-files.js';
import type { PackageFolder } from '../package-folder.js';
import type { PackagedSkill } from '../skill-file.js';
import type { PackageRef, PackageSource, StoredPackage } from '../stored-package.js';
import type { Receipt } from './record-schemas.js';
import { hexOf } from './registry-paths.js';

/**
 * Raised with each change of what is read of a package, so that receipts of an older reader are made anew from the
 * content when a registry is opened.
 */
export const READER_VERSION = 3;

/** What a receipt records besides what was read. */
export interface Installation {
  /** Name of the folder that was installed. */
  readonly folderName: string;
  readonly limits: PackageLimits;
  readonly installedAt: number;
  readonly order: number;
  readonly sources: readonly PackageSource[];
}

/** The receipt of a folder that was read. */
export function receiptOf(folder: PackageFolder, installation: Installation): Receipt {
  const { name, version, digest, format, manifestDigest } = folder;
  const { limits, installedAt, order } = installation;
  return {
    name,
    version,
    digest,
    format,
    reader: READER_VERSION,
    manifestDigest,
    folderName: installation.folderName,
    sources: installation.sources.slice(-MAX_SOURCES_PER_VERSION),
    order,
    installedAt,
    limits: { ...limits },
    files: folder.files.map((file) => [file.path, file.bytes, file.digest, file.executable]),
    items: folder.items.map((item) => ({ ...item, diagnostics: [...item.diagnostics] })),
    ...loadedParts(folder),
  };
}

/** What of a folder becomes part of snapshots, as a receipt says it. */
export function loadedParts(folder: PackageFolder): Pick<Receipt, 'skills' | 'servers' | 'values'> {
  return {
    skills: folder.skills.map(withoutContent),
    servers: folder.servers.map(({ config, path }) => ({
      config: { ...config, args: [...config.args], env: { ...config.env } },
      path,
    })),
    values: folder.values.map(({ kind, name, path, digest }) => ({ kind, name, path, digest })),
  };
}

/** The text of a skill is in its file; the receipt need not hold it again. */
function withoutContent({ skill, path, digest }: PackagedSkill): Receipt['skills'][number] {
  const { name, description, allowedTools, disableModelInvocation, kind, tags, version } = skill;
  return {
    skill: {
      name,
      description,
      ...(allowedTools === undefined ? {} : { allowedTools }),
      disableModelInvocation,
      kind,
      tags: [...tags],
      ...(version === undefined ? {} : { version }),
    },
    path,
    digest,
  };
}

/** Why a receipt cannot be that of the content it is filed under, or `null`. */
export function receiptFlaw(receipt: Receipt, digest: string): string | null {
  const files = receipt.files.map(([path, bytes, file, executable]) => ({
    path,
    bytes,
    digest: file,
    executable,
  }));
  if (receipt.digest !== digest) return 'it is the receipt of other content';
  return contentDigest(files) === digest ? null : 'its files are not those of its content';
}

/** A version as callers see it. */
export function storedPackage(receipt: Receipt, root: string): StoredPackage {
  const { name, version, digest, manifestDigest, sources, installedAt, items, skills, servers, values } =
    receipt;
  const stored: StoredPackage = {
    name,
    version,
    digest,
    manifestDigest,
    root,
    source: sources.at(-1) ?? { type: 'folder', path: root },
    sources,
    installedAt,
    bytes: receipt.files.reduce((sum, [, bytes]) => sum + bytes, 0),
    fileCount: receipt.files.length,
    items,
    skills,
    servers,
    values,
    damage: null,
  };
  return deepFreeze(stored);
}

/** A version whose receipt is lost: what generations say of it, and nothing of what it brings. */
export function damagedPackage(
  known: Partial<PackageRef> & { readonly digest: Sha256Digest },
  root: string,
  damage: string,
): StoredPackage {
  const { digest, name = hexOf(digest).slice(0, 12), version = 'unknown' } = known;
  const lost = { installedAt: 0, bytes: 0, fileCount: 0, items: [], skills: [], servers: [], values: [] };
  const source: PackageSource = { type: 'folder', path: root };
  return deepFreeze({
    ...lost,
    name,
    version,
    digest,
    manifestDigest: digest,
    root,
    source,
    sources: [],
    damage,
  });
}
