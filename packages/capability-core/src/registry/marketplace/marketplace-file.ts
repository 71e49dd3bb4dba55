import { realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { boundedMessage } from '../../lifecycle/bounded-message.js';
import { isJsonMap, parseJsonFile } from '../json-file.js';
import { MAX_MARKETPLACE_BYTES } from '../limits.js';
import { PackageError } from '../package-error.js';
import { unreadable } from '../package-refusal.js';
import { readTextWithin } from '../store/durable-file.js';

/** Where a marketplace's file may be in its folder; the first that is there counts. */
const PLACES = [
  '.claude-plugin/marketplace.json',
  '.agents/plugins/marketplace.json',
  '.github/plugin/marketplace.json',
];

/** What a marketplace says of one plugin. */
export interface MarketplaceEntry {
  /** The marketplace's file, without links in its path. */
  readonly file: string;
  /** The folder that paths in it begin at. */
  readonly root: string;
  readonly plugin: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Reads the entry of one plugin. What is wrong with the others does not matter.
 *
 * @param path The marketplace's file, or its folder.
 * @throws {PackageError} `missing`, `unreadable`, `byte-limit-exceeded`, `invalid-marketplace` or `unknown-plugin`
 */
export async function readMarketplaceEntry(path: string, plugin: string): Promise<MarketplaceEntry> {
  const file = await marketplaceAt(path);
  const entries = (await pluginsOf(file)).filter(isJsonMap);
  const [fields, ...others] = entries.filter(({ name }) => name === plugin);
  const shown = JSON.stringify(boundedMessage(plugin, plugin));
  if (others.length > 0) throw invalid(file, `it has ${others.length + 1} plugins named ${shown}`);
  if (fields !== undefined) return { file, root: rootOf(file), plugin, fields };
  throw new PackageError(
    'unknown-plugin',
    `The marketplace ${file} has no plugin ${shown}; choose one of those that it lists.`,
    { root: file },
  );
}

async function marketplaceAt(path: string): Promise<string> {
  const places = [path, ...PLACES.map((place) => join(path, place))];
  for (const place of places) {
    try {
      const file = await realpath(place);
      if ((await stat(file)).isFile()) return file;
    } catch {
      // The next one may be there.
    }
  }
  throw new PackageError(
    'missing',
    `There is no marketplace at ${path}: neither a file nor a folder with one of ${PLACES.join(', ')}.`,
    { root: path },
  );
}

async function pluginsOf(file: string): Promise<readonly unknown[]> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw unreadable(file, undefined, error);
  });
  if (size > MAX_MARKETPLACE_BYTES) {
    throw new PackageError(
      'byte-limit-exceeded',
      `${file} has ${size} bytes; at most ${MAX_MARKETPLACE_BYTES} are read.`,
      { root: file, limit: MAX_MARKETPLACE_BYTES },
    );
  }
  const text = await readTextWithin(file, MAX_MARKETPLACE_BYTES).catch((error: unknown) => {
    throw unreadable(file, undefined, error);
  });
  const json = parseJsonFile(text ?? '');
  if (!json.ok) throw invalid(file, `it is no JSON: ${json.reason}`, json.line);
  const plugins = isJsonMap(json.value) ? json.value['plugins'] : undefined;
  if (!Array.isArray(plugins)) throw invalid(file, 'it has no list of plugins');
  return plugins;
}

function rootOf(file: string): string {
  const place = PLACES.find((known) => file.endsWith(`${sep}${known.split('/').join(sep)}`));
  return place === undefined ? dirname(file) : file.slice(0, -place.length - 1);
}

function invalid(file: string, reason: string, line?: number): PackageError {
  return new PackageError('invalid-marketplace', `The marketplace ${file} cannot be used: ${reason}.`, {
    root: file,
    line,
  });
}
