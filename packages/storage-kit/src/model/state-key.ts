import { StateStoreError } from '../errors/state-store-error.js';
import { maxKeyBytes, maxNamespaceBytes } from '../limits.js';
import { utf8Length } from './utf8.js';
import { isWellFormed } from './well-formed.js';

/** The name of a record. Make one with {@link stateKey}. */
export interface StateKey {
  /** 1 to 64 of `a-z 0-9 - _ .`, the first a letter. */
  readonly namespace: string;
  /** 1 to 1,024 bytes of UTF-8 without control characters. */
  readonly key: string;
}

const namespacePattern = /^[a-z][a-z0-9\-_.]*$/;
const controlCharacter = /\p{Cc}/u;

/**
 * A validated key.
 *
 * @throws StateStoreError `invalid-key` when a part breaks its rule.
 */
export function stateKey(namespace: string, key: string): StateKey {
  checkNamespace(namespace);
  checkKeyText(namespace, key);
  return Object.freeze({ namespace, key });
}

/** A validated copy of a key from outside. @throws StateStoreError `invalid-key` */
export function checkedKey(key: StateKey): StateKey {
  if (typeof key !== 'object' || key === null) {
    throw new StateStoreError('invalid-key', `A key ${quote(key)} is refused: make one with stateKey`);
  }
  return stateKey(key.namespace, key.key);
}

/** @throws StateStoreError `invalid-key` */
export function checkNamespace(namespace: string): void {
  if (
    typeof namespace !== 'string' ||
    namespace.length > maxNamespaceBytes ||
    !namespacePattern.test(namespace)
  ) {
    throw new StateStoreError(
      'invalid-key',
      `Namespace ${quote(namespace)} is refused: use 1 to ${maxNamespaceBytes} of a-z 0-9 - _ . and begin with a letter`,
    );
  }
}

/** @throws StateStoreError `invalid-key` */
function checkKeyText(namespace: string, key: string): void {
  const fault = keyTextFault(key);
  if (fault !== undefined) {
    throw new StateStoreError(
      'invalid-key',
      `Key ${quote(key)} in namespace ${quote(namespace)} is refused: ${fault}`,
    );
  }
}

/** Why `text` is neither a key nor the beginning of one, in words; undefined when it is. */
export function keyTextFault(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'it is not a string';
  if (text.length === 0) return 'it is empty';
  if (text.length > maxKeyBytes || utf8Length(text) > maxKeyBytes) {
    return `it is longer than ${maxKeyBytes} bytes of UTF-8`;
  }
  if (controlCharacter.test(text)) return 'it has a control character';
  return isWellFormed(text) ? undefined : 'it has half of a surrogate pair';
}

function quote(text: unknown): string {
  return typeof text === 'string' ? JSON.stringify(text.slice(0, 80)) : `of type ${typeof text}`;
}
