import { truncateUtf8 } from '../identity/text-rules.js';
import { MAX_MESSAGE_BYTES } from './limits.js';

/** `text`, or `fallback` when it is empty, cut to 1,024 bytes at a character. */
export function boundedMessage(text: string, fallback: string): string {
  return truncateUtf8(text === '' ? fallback : text, MAX_MESSAGE_BYTES);
}

/** What anything thrown says about itself, however long. */
export function errorText(error: unknown, fallback = 'failed without a message'): string {
  if (typeof error === 'string') return error === '' ? fallback : error;
  return textOfField(error, 'message') ?? fallback;
}

/** What anything thrown says about itself, bounded. */
export function messageOf(error: unknown, fallback?: string): string {
  const text = errorText(error, fallback);
  return boundedMessage(text, text);
}

/** The code that anything thrown bears, or `fallback`. */
export function codeOf(error: unknown, fallback = 'failed'): string {
  return boundedMessage(textOfField(error, 'code') ?? fallback, fallback);
}

/** Foreign code may throw what cannot even be read: that must not hide that it threw. */
function textOfField(error: unknown, field: 'message' | 'code'): string | null {
  if (typeof error !== 'object' || error === null) return null;
  try {
    const text: unknown = Reflect.get(error, field);
    return typeof text === 'string' && text !== '' ? text : null;
  } catch {
    return null;
  }
}
