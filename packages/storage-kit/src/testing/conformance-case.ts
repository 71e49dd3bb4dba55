import type { StateStoreBackend } from '../contract/state-store-backend.js';
import {
  isStateStoreError,
  type StateStoreError,
  type StateStoreErrorCode,
} from '../errors/state-store-error.js';
import type { JsonValue } from '../model/json-value.js';
import { type StateKey, stateKey } from '../model/state-key.js';
import type { StateRecord } from '../model/state-record.js';
import * as assert from './assert.js';

/** One promise that every backend keeps. */
export interface ConformanceCase {
  /** A sentence on behaviour. */
  readonly name: string;
  /** Rejects when the backend breaks the promise. */
  readonly run: () => Promise<void>;
}

/** The cases of one topic: what they promise, and how to see it on a fresh store. */
export type ConformanceTopic = Readonly<Record<string, (store: StateStoreBackend) => Promise<void>>>;

export const testNamespace = 'conformance';

export function testKey(key: string): StateKey {
  return stateKey(testNamespace, key);
}

export function testRecord(key: string, value: JsonValue): StateRecord {
  return { key: testKey(key), value };
}

/** Commits the records in one transaction; the revision. */
export async function commitRecords(
  store: StateStoreBackend,
  records: Readonly<Record<string, JsonValue>>,
): Promise<number> {
  const transaction = await store.beginTransaction();
  for (const [key, value] of Object.entries(records)) await transaction.put(testRecord(key, value));
  return (await transaction.commit()).revision;
}

/** The value of a record, undefined when there is none. */
export async function readValue(
  reader: Pick<StateStoreBackend, 'load'>,
  key: string,
): Promise<JsonValue | undefined> {
  return (await reader.load(testKey(key)))?.record.value;
}

/** The keys of one page. */
export async function readKeys(
  reader: Pick<StateStoreBackend, 'list'>,
  request: { readonly prefix?: string; readonly after?: string; readonly limit?: number } = {},
): Promise<readonly string[]> {
  const { snapshots } = await reader.list({ namespace: testNamespace, limit: 100, ...request });
  return snapshots.map(({ record }) => record.key.key);
}

/** The error that `promise` rejects with, which must have the code. */
export async function refusal(
  promise: Promise<unknown>,
  code: StateStoreErrorCode,
): Promise<StateStoreError> {
  return withCode(await assert.rejection(promise, code), code);
}

/** The error that `call` throws at once, which must have the code. */
export function refusalAtOnce(call: () => unknown, code: StateStoreErrorCode): StateStoreError {
  return withCode(assert.thrown(call, code), code);
}

function withCode(error: unknown, code: StateStoreErrorCode): StateStoreError {
  if (!isStateStoreError(error)) throw error;
  assert.equal(error.code, code, error.message);
  return error;
}
