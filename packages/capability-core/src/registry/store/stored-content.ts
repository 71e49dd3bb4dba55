import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../lifecycle/bounded-message.js';
import type { FirstArgument } from '../command-arguments.js';
import { PackageError } from '../package-error.js';
import type { PackageFile } from '../package-file.js';
import { PackageFiles } from '../package-files.js';
import type { PackageFolder } from '../package-folder.js';
import { PackageReader } from '../package-reader.js';
import { contentDamaged } from '../package-refusal.js';
import { loadedParts } from './receipt.js';
import type { Receipt } from './record-schemas.js';

/** A file of the store that is not what was stored. */
export interface ContentDamage {
  /** Relative to the package, with `/`; `null` when it is the package as a whole. */
  readonly path: string | null;
  readonly reason: string;
}

/** How stored content is read. */
export interface StoredReading {
  readonly signal: AbortSignal;
  readonly variables: ReadonlySet<string>;
  readonly firstArgument: FirstArgument;
}

/**
 * Reads a stored version as it is on the disk now. Every byte of it is hashed first, and what it brings must be what
 * its receipt says.
 *
 * @throws {PackageError} `content-damaged` or `cancelled`
 */
export async function readStoredContent(
  root: string,
  receipt: Receipt,
  reading: StoredReading,
): Promise<PackageFolder> {
  const folder = await readIntactContent(root, receipt, reading);
  const { skills, servers, values } = receipt;
  if (isDeepStrictEqual(loadedParts(folder), { skills, servers, values })) return folder;
  throw contentDamaged(root, undefined, 'its receipt does not say what it brings');
}

/**
 * Reads a stored version whose files are those of its receipt, whatever the receipt says that they bring.
 *
 * @throws {PackageError} `content-damaged` or `cancelled`
 */
export async function readIntactContent(
  root: string,
  receipt: Receipt,
  { signal, ...reading }: StoredReading,
): Promise<PackageFolder> {
  const files = await scanStored(root, receipt, { signal });
  const [damage] = differences(receipt, files.files);
  if (damage !== undefined) throw contentDamaged(root, damage.path ?? undefined, damage.reason);
  const { limits, folderName } = receipt;
  return new PackageReader(files, { ...reading, limits, folderName, signal }).read();
}

/**
 * Everything of a stored version that is not what was stored.
 *
 * @throws {PackageError} `cancelled`
 */
export async function findContentDamage(
  root: string,
  receipt: Receipt,
  options: { readonly signal: AbortSignal },
): Promise<readonly ContentDamage[]> {
  try {
    const files = await scanStored(root, receipt, options);
    return differences(receipt, files.files);
  } catch (error) {
    if (!(error instanceof PackageError) || error.code === 'cancelled') throw error;
    return [{ path: error.path ?? null, reason: messageOf(error.cause ?? error) }];
  }
}

async function scanStored(
  root: string,
  { limits }: Receipt,
  options: { readonly signal: AbortSignal },
): Promise<PackageFiles> {
  try {
    return await PackageFiles.scan(root, limits, options);
  } catch (error) {
    if (!(error instanceof PackageError) || error.code === 'cancelled') throw error;
    throw contentDamaged(root, error.path, messageOf(error), error);
  }
}

function differences(receipt: Receipt, now: readonly PackageFile[]): ContentDamage[] {
  const found = new Map(now.map((file) => [file.path, file]));
  const damage: ContentDamage[] = [];
  for (const [path, , digest, executable] of receipt.files) {
    const file = found.get(path);
    found.delete(path);
    if (file === undefined) damage.push({ path, reason: 'it is not there' });
    else if (file.digest !== digest) damage.push({ path, reason: 'it holds other bytes' });
    else if (file.executable !== executable)
      damage.push({ path, reason: 'its right to be executed changed' });
  }
  for (const path of found.keys()) damage.push({ path, reason: 'it was not stored' });
  return damage;
}
