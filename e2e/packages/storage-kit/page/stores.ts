import {
  isStateStoreError,
  type JsonValue,
  StateStore,
  type StateStoreBackend,
  type StateStoreConfig,
  stateKey,
} from '@changeover/storage-kit';
import { indexedDbPersistence } from '@changeover/storage-kit/browser';
import { storeConformance } from '@changeover/storage-kit/testing';
import * as database from './database.js';

/** What a test is told of a failure. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly version?: number;
}

const namespace = 'page';
const slots = 8;

async function wasmBinary(): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch('/sql-wasm-browser.wasm')).arrayBuffer());
}

async function open(name: string): Promise<StateStore> {
  return StateStore.connect({
    backend: 'sqlite',
    persistence: indexedDbPersistence(name),
    wasmBinary: await wasmBinary(),
  });
}

async function write(store: StateStoreBackend, key: string, value: JsonValue): Promise<number> {
  const transaction = await store.beginTransaction();
  await transaction.put({ key: stateKey(namespace, key), value });
  return (await transaction.commit()).revision;
}

async function read(store: StateStoreBackend, key: string): Promise<JsonValue | undefined> {
  return (await store.load(stateKey(namespace, key)))?.record.value;
}

/** A text that takes its length on the disk too: browsers compress what they keep. */
function incompressible(length: number): string {
  let text = '';
  while (text.length < length) {
    text += btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(48 * 1024))));
  }
  return text.slice(0, length);
}

/** Rejects when the promise is kept. */
async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise;
  } catch (error) {
    if (!isStateStoreError(error)) throw error;
    const { code, message, file, version } = error;
    return { code, message, ...(file && { file }), ...(version && { version }) };
  }
  throw new Error('Nothing was refused');
}

/** What fails of the published suite, and how many cases passed. */
async function conformance(
  config: () => StateStoreConfig,
): Promise<{ readonly passed: number; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  const cases = storeConformance({ open: () => StateStore.connect(config()) });
  for (const { name, run } of cases) {
    await run().catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
  }
  return { passed: cases.length - failed.length, failed };
}

/** Commits numbers, each over the eighth before it, and tells of every commit; after `most` it closes the store. */
async function startCommits(name: string, most: number): Promise<void> {
  const store = await open(name);
  const { revision } = await store.stats();
  void commitFrom(store, revision + 1, most);
}

async function commitFrom(store: StateStore, first: number, most: number): Promise<void> {
  const filler = 'x'.repeat(64 * 1024);
  for (let number = first; number < first + most; number += 1) {
    await write(store, `slot-${number % slots}`, { number, filler });
    window.acknowledge?.(number);
  }
  await store.close();
}

/** The numbers that are there, in the order of their slots; 0 where there is none. */
async function committedNumbers(store: StateStoreBackend): Promise<readonly number[]> {
  const values = await Promise.all(Array.from({ length: slots }, (_, slot) => read(store, `slot-${slot}`)));
  return values.map((value) =>
    typeof value === 'object' && value !== null && 'number' in value ? Number(value['number']) : 0,
  );
}

const page = {
  StateStore,
  indexedDbPersistence,
  database,
  wasmBinary,
  open,
  write,
  read,
  refusal,
  conformance,
  incompressible,
  startCommits,
  committedNumbers,
  startWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
};

declare global {
  interface Window {
    /** What a test may use of this page. */
    readonly stores: typeof page;
    /** Tells the test of a commit. */
    readonly acknowledge?: (number: number) => void;
  }
}

Object.assign(window, { stores: page });
