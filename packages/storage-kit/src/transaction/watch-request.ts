import type { StateWatchRequest } from '../contract/state-change.js';
import { StateStoreError } from '../errors/state-store-error.js';
import { checkNamespace, keyTextFault } from '../model/state-key.js';

/** @throws StateStoreError `invalid-key` for the namespace, `invalid-request` for the rest. */
export function checkWatchRequest(request: StateWatchRequest): void {
  if (typeof request !== 'object' || request === null) {
    throw new StateStoreError('invalid-request', 'A watch without a request is refused: give a namespace');
  }
  const { namespace, prefix = '', since } = request;
  checkNamespace(namespace);
  const fault = prefix === '' ? undefined : keyTextFault(prefix);
  if (fault !== undefined) {
    throw new StateStoreError('invalid-request', `The prefix of this watch is refused: ${fault}`);
  }
  if (since === undefined || (Number.isSafeInteger(since) && since >= 0)) return;
  throw new StateStoreError(
    'invalid-request',
    `A watch since ${String(since)} is refused: since is the revision of a commit`,
  );
}

export function futureRevision(since: number, revision: number): StateStoreError {
  return new StateStoreError(
    'invalid-request',
    `A watch since revision ${since} is refused: the store is at ${revision}. List again, and watch from there`,
    { limit: revision, actual: since },
  );
}

/** @param kept - the earliest revision that a watch may go on from */
export function watchOverflow(position: number, kept: number): StateStoreError {
  return new StateStoreError(
    'watch-overflow',
    `The watch ends: what was committed after revision ${position} is kept only from ${kept} on. List again, and watch from there`,
    { limit: kept, actual: position },
  );
}
