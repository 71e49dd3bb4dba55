import { isStateStoreError, StateStoreError, type StateStoreErrorCode } from '../errors/state-store-error.js';

/**
 * - `again`: another transaction was in the way.
 * - `lost`: the connection is gone, or did not come about.
 * - `busy`: the server gave the statement up, or has no room.
 * - `refused`: the server does not let us in, or not do this.
 * - `damaged`: the tables are not as they should be.
 * - `failed`: anything else that went wrong in the server.
 */
type FailureKind = 'again' | 'lost' | 'busy' | 'refused' | 'damaged' | 'failed';

/** Codes of PostgreSQL (Appendix A of its documentation), or their classes, from the special to the general. */
const kinds: readonly (readonly [codes: RegExp, kind: FailureKind])[] = [
  [/^(40001|40P01|55P03)$/, 'again'],
  [/^(08...|40003|57P0[1235]|25P03|53300)$/, 'lost'],
  [/^(53...|54...|57...)$/, 'busy'],
  [/^(42P01|42703|42804|3F000|XX00[12])$/, 'damaged'],
  [/^(28...|3D...|42501|25006|0A...)$/, 'refused'],
];

const codeOf: Readonly<Record<FailureKind, StateStoreErrorCode>> = {
  again: 'unavailable',
  lost: 'unavailable',
  busy: 'unavailable',
  refused: 'unavailable',
  damaged: 'corrupt',
  failed: 'io',
};

const adviceOf: Readonly<Record<FailureKind, string>> = {
  again: 'Other writers came first each time; try again later',
  lost: 'See that it runs and that its address is right, then try again',
  busy: 'Give it room or time, then try again',
  refused: 'Correct the address, the user, the password or the rights',
  damaged:
    'The schema holds tables that are not those of a store, or were edited; choose another, or restore a copy',
  failed: 'See the log of the server',
};

/** What is not from the server itself is about the connection to it. */
function kindOf(error: unknown): FailureKind {
  const state = sqlState(error);
  if (state === undefined) return 'lost';
  return kinds.find(([codes]) => codes.test(state))?.[1] ?? 'failed';
}

/** The five characters by which the server names its errors; undefined for those of the connection. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the same may go well when it is tried again. */
export function isTransient(error: unknown): boolean {
  if (isStateStoreError(error)) return false;
  const kind = kindOf(error);
  return kind === 'again' || kind === 'lost';
}

/** Whether the server said that what it was told has not happened. */
export function isDefinite(error: unknown): boolean {
  const severity = error instanceof Error && 'severity' in error ? error.severity : undefined;
  return severity === 'ERROR' && kindOf(error) !== 'lost';
}

/** What the store raises for what `pg` raised. @param what - what is refused, as the beginning of a sentence */
export function postgresFailure(error: unknown, what: string, server: string): StateStoreError {
  if (isStateStoreError(error)) return error;
  const kind = kindOf(error);
  const state = sqlState(error);
  const reason = `${messageOf(error)}${state === undefined ? '' : ` (${state})`}`;
  return new StateStoreError(
    codeOf[kind],
    `${what} is refused: PostgreSQL at ${server} answered ${JSON.stringify(reason)}. ${adviceOf[kind]}`,
    { cause: error },
  );
}

export function outcomeUnknown(cause: unknown, server: string): StateStoreError {
  return new StateStoreError(
    'io',
    `The outcome of the commit is unknown: the connection to PostgreSQL at ${server} was lost while it was made, and none came about in time to ask. Read what it would have written before you write it again`,
    { cause },
  );
}

export function snapshotGone(at: number, oldest: number): StateStoreError {
  return new StateStoreError(
    'transaction-ended',
    `The transaction is refused: it reads revision ${at}, and what was superseded is kept only from ${oldest} on. Begin a new one, make it shorter, or raise historyMs`,
    { limit: oldest, actual: at },
  );
}

/** An error of several connection attempts has an empty message, and says what happened in its parts. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
