import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { messageOf } from '../../lifecycle/bounded-message.js';
import { isJsonMap, parseJsonFile } from '../json-file.js';
import { MAX_FORMAT_BYTES } from '../limits.js';
import { PackageError } from '../package-error.js';
import { unwritable } from '../package-refusal.js';
import { hasErrorCode, readTextWithin, replaceByDraft, syncFolder, writeDraft } from './durable-file.js';
import { RegistryPaths } from './registry-paths.js';

const FORMAT = 1;
const FORMAT_FILE = 'registry.json';
const OWNER_ONLY_FOLDER = 0o700;

/**
 * Finds the registry of a folder, or makes one of an empty folder.
 *
 * @throws {PackageError} `not-a-registry`, `not-a-folder`, `unsupported-format`, `registry-damaged` or `unwritable`
 */
export async function openRoot(folder: string): Promise<RegistryPaths> {
  const paths = new RegistryPaths(await rootFolder(resolve(folder)));
  try {
    const text = await readTextWithin(paths.format, MAX_FORMAT_BYTES).catch((error: unknown) => {
      throw damagedFormat(paths, messageOf(error), error);
    });
    if (text === null) await makeRegistry(paths);
    else checkFormat(paths, text);
    for (const part of paths.folders) await mkdir(part, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await syncFolder(paths.root);
    return paths;
  } catch (error) {
    throw error instanceof PackageError ? error : unwritable(paths.root, error);
  }
}

async function rootFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    return await realpath(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST') && !hasErrorCode(error, 'ENOTDIR')) throw unwritable(folder, error);
    throw new PackageError('not-a-folder', `${folder} is not a folder; choose another place.`, {
      root: folder,
      cause: error,
    });
  }
}

/** What an opening deletes must be its own: a folder that holds anything else is left alone. */
async function makeRegistry(paths: RegistryPaths): Promise<void> {
  const draft = basename(paths.formatDraft);
  const found = (await readdir(paths.root)).find((name) => name !== draft);
  if (found !== undefined) {
    throw new PackageError(
      'not-a-registry',
      `${paths.root} holds other things (${found}) and no registry.json; choose an empty folder or a registry's.`,
      { root: paths.root, path: found },
    );
  }
  await rm(paths.formatDraft, { force: true });
  await writeDraft(paths.formatDraft, `${JSON.stringify({ format: FORMAT })}\n`);
  await replaceByDraft(paths.formatDraft, paths.format);
}

function checkFormat(paths: RegistryPaths, text: string): void {
  const json = parseJsonFile(text);
  const format = json.ok && isJsonMap(json.value) ? json.value['format'] : undefined;
  if (format === FORMAT) return;
  if (typeof format === 'number' && format > FORMAT) {
    const { root } = paths;
    throw new PackageError(
      'unsupported-format',
      `The registry ${root} has format ${format}; this version reads ${FORMAT}. Use the version that wrote it, or a newer one.`,
      { root, path: FORMAT_FILE },
    );
  }
  throw damagedFormat(paths, json.ok ? 'it does not tell its format' : json.reason);
}

function damagedFormat({ root }: RegistryPaths, reason: string, cause?: unknown): PackageError {
  return new PackageError(
    'registry-damaged',
    `${FORMAT_FILE} of ${root} is damaged (${reason}). It should hold {"format":${FORMAT}}.`,
    { root, path: FORMAT_FILE, cause },
  );
}
