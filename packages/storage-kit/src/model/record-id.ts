import type { StateKey } from './state-key.js';

/** One string per record of a store: no namespace and no key has a NUL. */
export function recordId({ namespace, key }: StateKey): string {
  return `${namespace}\0${key}`;
}
