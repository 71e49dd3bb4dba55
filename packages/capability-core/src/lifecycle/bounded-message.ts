import { truncateUtf8 } from '../identity/text-rules.js';
import { MAX_MESSAGE_BYTES } from './limits.js';

/** `text`, or `fallback` when it is empty, cut to 1,024 bytes at a character. */
export function boundedMessage(text: string, fallback: string): string {
  return truncateUtf8(text === '' ? fallback : text, MAX_MESSAGE_BYTES);
}

/** What anything thrown says about itself, bounded. */
export function messageOf(error: unknown, fallback = 'failed without a message'): string {
  if (error instanceof Error) return boundedMessage(error.message, fallback);
  return boundedMessage(typeof error === 'string' ? error : '', fallback);
}

/** The code that anything thrown bears, or `fallback`. */
export function codeOf(error: unknown, fallback = 'failed'): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code !== '' ? boundedMessage(code, fallback) : fallback;
}
