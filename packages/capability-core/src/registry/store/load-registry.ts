import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { Sha256Digest } from '../../identity/sha256-digest.js';
import { messageOf } from '../../lifecycle/bounded-message.js';
import { MAX_RECORD_BYTES } from '../limits.js';
import { PackageError } from '../package-error.js';
import { packageRevision, type RegistryGeneration } from '../registry-generation.js';
import { readTextWithin } from './durable-file.js';
import { receiptFlaw } from './receipt.js';
import { consentsSchema, generationSchema, receiptSchema } from './record-schemas.js';
import { digestOfRecordFile, generationOfFile, type RegistryPaths } from './registry-paths.js';
import { type DamagedRecord, RegistryState } from './registry-state.js';
import { type UnsealedRecord, unsealRecord } from './sealed-record.js';

/** A generation that is being deleted. */
export type DroppedGeneration = Pick<RegistryGeneration, 'generation' | 'packages'>;

/**
 * Reads the records of a registry. A receipt or a decision that is damaged is noted; nothing can be said without the
 * generations, so one that is damaged is refused.
 *
 * @throws {PackageError} `registry-damaged`
 */
export async function loadRegistry(paths: RegistryPaths): Promise<RegistryState> {
  const state = new RegistryState(paths);
  state.setGenerations(await loadGenerations(paths));
  await loadReceipts(paths, state);
  await loadConsents(paths, state);
  return state;
}

async function loadGenerations(paths: RegistryPaths): Promise<readonly RegistryGeneration[]> {
  const generations: RegistryGeneration[] = [];
  for (const name of (await readdir(paths.generations)).sort()) {
    const number = generationOfFile(name, 'published');
    if (number !== null) generations.push(await loadGeneration(paths, name, number));
  }
  return generations;
}

async function loadGeneration(
  paths: RegistryPaths,
  name: string,
  number: number,
): Promise<RegistryGeneration> {
  const read = await readRecord(join(paths.generations, name), generationSchema);
  if (read.ok && read.record.generation === number) {
    const { generation, revision, publishedAt, cause, packages } = read.record;
    if (revision === packageRevision(packages)) {
      const frozen = Object.freeze(packages.map((ref) => Object.freeze(ref)));
      return Object.freeze({ generation, revision, publishedAt, cause, packages: frozen });
    }
  }
  const path = `generations/${name}`;
  const reason = read.ok ? 'it contradicts itself' : read.reason;
  throw new PackageError(
    'registry-damaged',
    `${path} of the registry ${paths.root} is damaged: ${reason}. Restore it from a copy, or remove it to go on without that generation.`,
    { root: paths.root, path },
  );
}

/** The generations that somebody began to delete. One that cannot be read any more keeps nothing. */
export async function loadDropped(paths: RegistryPaths): Promise<readonly DroppedGeneration[]> {
  const dropped: DroppedGeneration[] = [];
  for (const name of (await readdir(paths.generations)).sort()) {
    const generation = generationOfFile(name, 'dropped');
    if (generation === null) continue;
    const read = await readRecord(join(paths.generations, name), generationSchema);
    dropped.push({ generation, packages: read.ok ? read.record.packages : [] });
  }
  return dropped;
}

async function loadReceipts(paths: RegistryPaths, state: RegistryState): Promise<void> {
  const known = new Map(
    state.generations.flatMap(({ packages }) => packages.map((ref) => [ref.digest, ref] as const)),
  );
  for (const { digest, name } of await recordFiles(paths.receipts)) {
    const read = await readRecord(join(paths.receipts, name), receiptSchema);
    const flaw = read.ok ? receiptFlaw(read.record, digest) : read.reason;
    if (read.ok && flaw === null) state.setReceipt(read.record);
    else state.setLostReceipt(known.get(digest) ?? { digest }, damaged(digest, `packages/${name}`, flaw));
  }
  for (const ref of known.values()) {
    if (state.version(ref.digest) !== undefined) continue;
    const path = `packages/${ref.digest.slice('sha256:'.length)}.json`;
    state.setLostReceipt(ref, damaged(ref.digest, path, 'it is not there'));
  }
}

async function loadConsents(paths: RegistryPaths, state: RegistryState): Promise<void> {
  for (const { digest, name } of await recordFiles(paths.consents)) {
    // Decisions about content that is not there any more are not to be found again with it.
    if (state.version(digest) === undefined) continue;
    const read = await readRecord(join(paths.consents, name), consentsSchema);
    if (read.ok && read.record.digest === digest) state.setConsents(read.record);
    else {
      const reason = read.ok ? 'it is about other content' : read.reason;
      state.setLostConsents(damaged(digest, `consents/${name}`, reason));
    }
  }
}

async function recordFiles(folder: string): Promise<{ digest: Sha256Digest; name: string }[]> {
  return (await readdir(folder)).sort().flatMap((name) => {
    const digest = digestOfRecordFile(name);
    return digest === null ? [] : [{ digest: Sha256Digest.parse(digest), name }];
  });
}

async function readRecord<T>(path: string, schema: z.ZodType<T>): Promise<UnsealedRecord<T>> {
  try {
    const text = await readTextWithin(path, MAX_RECORD_BYTES);
    return text === null ? { ok: false, reason: 'it is not there' } : unsealRecord(text, schema);
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}

function damaged(digest: Sha256Digest, path: string, reason: string | null): DamagedRecord {
  return { digest, path, reason: reason ?? 'it cannot be read' };
}
