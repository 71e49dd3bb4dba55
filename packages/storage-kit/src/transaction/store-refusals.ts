import { StateStoreError } from '../errors/state-store-error.js';
import { maxOpenTransactions } from '../limits.js';

export function storeClosed(): StateStoreError {
  return new StateStoreError('closed', 'The store is closed: connect again to use it');
}

/** @throws StateStoreError `unavailable` when one more than `open` is too many. */
export function checkOpenTransactions(open: number): void {
  const actual = open + 1;
  if (actual <= maxOpenTransactions) return;
  throw new StateStoreError(
    'unavailable',
    `The transaction is refused: ${maxOpenTransactions} are open already. Commit or roll back each one that was begun`,
    { limit: maxOpenTransactions, actual },
  );
}
