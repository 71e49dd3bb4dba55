import {
  isStateStoreError,
  type StateStoreError,
  type StateStoreErrorCode,
} from '../errors/state-store-error.js';

/**
 * Why a command did not do its work: what the store refused, or
 *
 * - `wrong-usage`: the command line was not understood.
 * - `not-found`: there is no store at the path.
 * - `already-exists`: something is there already that would be replaced; `--force` or `--merge` allow it.
 * - `invalid-input`: what was to be imported is no sound export; see `line`.
 * - `interrupted`: by a signal.
 * - `output-closed`: nobody reads the output any more.
 * - `unexpected`: a fault of this program.
 */
export type FailureCode =
  | StateStoreErrorCode
  | 'wrong-usage'
  | 'not-found'
  | 'already-exists'
  | 'invalid-input'
  | 'interrupted'
  | 'output-closed'
  | 'unexpected';

/** The facts behind a failure; which of them are present depends on its code. */
export interface FailureFacts {
  readonly file?: string;
  readonly offset?: number;
  readonly key?: { readonly namespace: string; readonly key: string };
  readonly owner?: { readonly pid: number; readonly host: string };
  /** The format version that was found. */
  readonly version?: number;
  /** The line of the input, from 1. */
  readonly line?: number;
  /** How many records of the input are in the store. */
  readonly importedRecords?: number;
}

/** What a command raises of its own accord. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly code: FailureCode;
  readonly facts: FailureFacts;

  constructor(
    code: FailureCode,
    message: string,
    { cause, ...facts }: FailureFacts & { readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.facts = facts;
  }
}

/** Whatever a command threw, as one of its failures. */
export function failureOf(error: unknown, signal: AbortSignal): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (signal.aborted && isAbort(error, signal)) {
    const { reason } = signal;
    return reason instanceof CommandFailure
      ? reason
      : new CommandFailure('interrupted', 'The command was interrupted', { cause: error });
  }
  if (isStateStoreError(error)) return failureOfStore(error);
  const message = error instanceof Error ? error.message : String(error);
  return new CommandFailure('unexpected', message, { cause: error });
}

function isAbort(error: unknown, { reason }: AbortSignal): boolean {
  return error === reason || (error instanceof Error && error.name === 'AbortError');
}

function failureOfStore(error: StateStoreError): CommandFailure {
  const { code, message, file, offset, key, owner, version } = error;
  return new CommandFailure(code, message, {
    ...(file === undefined ? {} : { file }),
    ...(offset === undefined ? {} : { offset }),
    ...(key === undefined ? {} : { key }),
    ...(owner === undefined ? {} : { owner }),
    ...(version === undefined ? {} : { version }),
    cause: error,
  });
}
