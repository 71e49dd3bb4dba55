import type { JsonValue } from '@changeover/storage-kit';
import { RECORD_DEPTH_MAX } from '../limits.js';

const HALF_PAIR = /\p{Surrogate}/gu;

/**
 * A value as the store takes it. Pages, tools and models can send text with half of a surrogate pair, which has no
 * encoding, and nest without end: that must not keep everything else from being stored.
 */
export function storableValue(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === RECORD_DEPTH_MAX) return '…';
  if (isArray(value)) return value.map((item) => storableValue(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), storableValue(member, depth + 1)]),
  );
}

function storableText(text: string): string {
  return text.replace(HALF_PAIR, '\ufffd');
}

/** `Array.isArray` does not tell readonly arrays from objects. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
