import { textFlaw, utf8Length } from '../identity/text-rules.js';
import { MAX_ITEM_NAME_BYTES } from './limits.js';

/** Why a name cannot stand behind that of its package, or `null` when it can. */
export function itemNameFlaw(name: string): string | null {
  if (name.includes(':')) return 'must not hold a colon';
  if (utf8Length(name) > MAX_ITEM_NAME_BYTES) return `must not be longer than ${MAX_ITEM_NAME_BYTES} bytes`;
  return textFlaw(name);
}
