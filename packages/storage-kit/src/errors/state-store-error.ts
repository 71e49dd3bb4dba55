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
 * - `watch-overflow`: changes that a watch had not delivered yet are no longer kept: list again, and watch from there.
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
  | 'io'
  | 'watch-overflow';

/** The facts behind a {@link StateStoreError}; which of them are present depends on its code. */
export interface StateStoreErrorDetails {
  /** The record concerned. */
  readonly key?: { readonly namespace: string; readonly key: string } | undefined;
  /** Where inside the value the fault lies, for example `$.steps[2].name`. */
  readonly path?: string;
  /** The file concerned. */
  readonly file?: string;
  /** The byte offset inside `file`. */
  readonly offset?: number;
  /** What is wrong with `file` there, in a few words. */
  readonly reason?: string;
  /** The process that owns the file. */
  readonly owner?: { readonly pid: number; readonly host: string } | undefined;
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
export class StateStoreError extends Error implements StateStoreErrorDetails {
  override readonly name = 'StateStoreError';
  readonly code: StateStoreErrorCode;
  declare readonly key?: StateStoreErrorDetails['key'];
  declare readonly path?: string;
  declare readonly file?: string;
  declare readonly offset?: number;
  declare readonly reason?: string;
  declare readonly owner?: StateStoreErrorDetails['owner'];
  declare readonly version?: number;
  declare readonly limit?: number;
  declare readonly actual?: number;

  constructor(code: StateStoreErrorCode, message: string, details: StateStoreErrorDetails = {}) {
    const { cause, ...facts } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.assign(this, facts);
  }

  /** Marks errors of this kind whichever copy of the package made them. */
  get [brand](): true {
    return true;
  }
}

/** Whether `error` is a {@link StateStoreError}, also one of another copy of this package. */
export function isStateStoreError(error: unknown): error is StateStoreError {
  return error instanceof Error && brand in error;
}
