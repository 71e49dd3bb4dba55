import { CapabilitySetError } from './capability-set-error.js';
import { MAX_IDENTIFIER_BYTES } from './limits.js';

const encoder = new TextEncoder();
const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;
// Unicode White_Space. `trim()` differs: it strips U+FEFF, which is not white space, and keeps U+0085, which is.
const PADDED = /^\p{White_Space}|\p{White_Space}$/u;

/** Length of `text` in UTF-8 bytes. */
export function utf8Length(text: string): number {
  // Identifiers and names are ASCII as a rule, and then no encoding is needed.
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) return encoder.encode(text).length;
  }
  return text.length;
}

/** Order of the UTF-8 bytes, which is that of code points, and not that of UTF-16 units. */
export function compareUtf8(left: string, right: string): number {
  const [a, b] = [encoder.encode(left), encoder.encode(right)];
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** The longest start of `text` that fits into `maxBytes` UTF-8 bytes without cutting a character. */
export function truncateUtf8(text: string, maxBytes: number): string {
  if (utf8Length(text) <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Whether every surrogate of `text` is part of a pair, so that its UTF-8 form says the same. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** Why `text` cannot stand as required one-line text, or null when it can. Length is not looked at. */
export function textFlaw(text: string): string | null {
  if (text.length === 0) return 'must not be empty';
  if (!isWellFormed(text)) return 'must not hold half of a surrogate pair';
  if (PADDED.test(text)) return 'must not begin or end with white space';
  if (CONTROL.test(text)) return 'must not hold control characters';
  return null;
}

/**
 * Refuses text that is empty, padded, holds control characters, or is longer than `maxBytes`.
 *
 * @throws CapabilitySetError `invalid-identifier`, `bound-exceeded`
 */
export function requireText(text: string, field: string, maxBytes: number): void {
  const reason = textFlaw(text);
  if (reason !== null) throw new CapabilitySetError({ code: 'invalid-identifier', field, reason });
  if (utf8Length(text) > maxBytes)
    throw new CapabilitySetError({ code: 'bound-exceeded', field, max: maxBytes });
}

/**
 * Refuses what is not an identifier: 1 to 256 characters of `a-z 0-9 - _ . /` with a letter or digit at both ends
 * and no empty, `.` or `..` segment.
 *
 * @throws CapabilitySetError `invalid-identifier`, `bound-exceeded`
 */
export function requireIdentifier(text: string, field: string): void {
  if (text.length === 0) throw invalid(field, 'must not be empty');
  if (utf8Length(text) > MAX_IDENTIFIER_BYTES) {
    throw new CapabilitySetError({ code: 'bound-exceeded', field, max: MAX_IDENTIFIER_BYTES });
  }
  const flaw = identifierFlaw(text);
  if (flaw !== null) throw invalid(field, flaw);
}

/** Whether `text` can be an identifier. */
export function isIdentifier(text: string): boolean {
  return text.length > 0 && text.length <= MAX_IDENTIFIER_BYTES && identifierFlaw(text) === null;
}

function identifierFlaw(text: string): string | null {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (!isAlphanumeric(code) && code !== 0x2d && code !== 0x5f && code !== 0x2e && code !== 0x2f) {
      return 'may hold only a-z, 0-9, "-", "_", "." and "/"';
    }
  }
  if (!isAlphanumeric(text.charCodeAt(0)) || !isAlphanumeric(text.charCodeAt(text.length - 1))) {
    return 'must begin and end with a letter or digit';
  }
  if (text.includes('/') && text.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return 'must not hold an empty, "." or ".." segment';
  }
  return null;
}

/** Whether a character code is one of `a-z 0-9`. */
export function isAlphanumeric(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

function invalid(field: string, reason: string): CapabilitySetError {
  return new CapabilitySetError({ code: 'invalid-identifier', field, reason });
}
