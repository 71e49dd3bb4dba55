/**
 * Why a store refused something.
 *
 * - `transaction-conflict`: another transaction committed what this one read or writes; run it again.
 * - `transaction-ended`: the transaction was committed, rolled back, or outlived the history kept for it.
 * - `invalid-key`, `invalid-value`, `record-too-large`, `invalid-request`: the argument breaks a documented rule.
 * - `closed`: the store was closed.
 * - `locked`: another process owns the store's file; see `owner`.
 * - `corrupt`: a file does not hold what was written to it; see `file` and `offset`. No file was changed.
 * - `unsupported-format`: the file was written by a newer version of the format; see `version`. No file was changed.
 * - `store-full`: the write would pass the store's byte cap.
 * - `unavailable`: the store takes no more work at the moment, or none until it is opened again.
 * - `io`: the operating system failed the operation. On `commit` the outcome is unknown until the store is
 *   opened again.
 */
export type StateStoreErrorCode =
  | 'transaction-conflict'
  | 'transaction-ended'
  | 'invalid-key'
  | 'invalid-value'
  | 'record-too-large'
  | 'invalid-request'
  | 'closed'
  | 'locked'
  | 'corrupt'
  | 'unsupported-format'
  | 'store-full'
  | 'unavailable'
  | 'io';

/** The facts behind a {@link StateStoreError}; which of them are present depends on its code. */
export interface StateStoreErrorDetails {
  /** The record concerned. */
  readonly key?: { readonly namespace: string; readonly key: string };
  /** Where inside the value the fault lies, for example `$.steps[2].name`. */
  readonly path?: string;
  /** The file concerned. */
  readonly file?: string;
  /** The byte offset inside `file`. */
  readonly offset?: number;
  /** The process that owns the file. */
  readonly owner?: { readonly pid: number; readonly host: string };
  /** The format version found in the file. */
  readonly version?: number;
  /** The limit that was passed, in the unit of `actual`. */
  readonly limit?: number;
  /** What was asked for. */
  readonly actual?: number;
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for('@changeover/storage-kit/StateStoreError');

/** The only error that a store raises of its own accord. Tell cases apart by `code`. */
export class StateStoreError extends Error {
  override readonly name = 'StateStoreError';
  readonly [brand] = true;
  readonly code: StateStoreErrorCode;
  readonly key: StateStoreErrorDetails['key'];
  readonly path: string | undefined;
  readonly file: string | undefined;
  readonly offset: number | undefined;
  readonly owner: StateStoreErrorDetails['owner'];
  readonly version: number | undefined;
  readonly limit: number | undefined;
  readonly actual: number | undefined;

  constructor(code: StateStoreErrorCode, message: string, details: StateStoreErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.key = details.key;
    this.path = details.path;
    this.file = details.file;
    this.offset = details.offset;
    this.owner = details.owner;
    this.version = details.version;
    this.limit = details.limit;
    this.actual = details.actual;
  }
}

/** Whether `error` is a {@link StateStoreError}, also one of another copy of this package. */
export function isStateStoreError(error: unknown): error is StateStoreError {
  return error instanceof Error && brand in error;
}
