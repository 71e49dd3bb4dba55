import { StateStoreError } from '../errors/state-store-error.js';
import { maxListLimit } from '../limits.js';
import { checkNamespace, keyTextFault } from './state-key.js';
import type { StateRecordSnapshot } from './state-record.js';

/** A page of the records of one namespace, in ascending order of their keys' UTF-8 bytes. */
export interface StateListRequest {
  readonly namespace: string;
  /** Only keys that begin with this text. */
  readonly prefix?: string | undefined;
  /** Only keys after this one; pass the `next` of the page before. */
  readonly after?: string | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
}

export interface StateListResponse {
  readonly snapshots: readonly StateRecordSnapshot[];
  /** Where the next page begins; absent on the last page. It stays right while others write. */
  readonly next?: string;
}

/** @throws StateStoreError `invalid-key` for the namespace, `invalid-request` for the rest. */
export function checkListRequest(request: StateListRequest): void {
  if (typeof request !== 'object' || request === null) {
    throw new StateStoreError(
      'invalid-request',
      'A list without a request is refused: give namespace and limit',
    );
  }
  checkNamespace(request.namespace);
  checkOptionalText('prefix', request.prefix);
  checkOptionalText('after', request.after);
  if (!Number.isInteger(request.limit) || request.limit < 1 || request.limit > maxListLimit) {
    throw new StateStoreError(
      'invalid-request',
      `A list limit of ${String(request.limit)} is refused: ask for 1 to ${maxListLimit} records and page on with next`,
      { limit: maxListLimit, actual: request.limit },
    );
  }
}

function checkOptionalText(name: string, text: string | undefined): void {
  if (text === undefined || text === '') return;
  const fault = keyTextFault(text);
  if (fault !== undefined) {
    throw new StateStoreError('invalid-request', `The ${name} of this list is refused: ${fault}`);
  }
}
