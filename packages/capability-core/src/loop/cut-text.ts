import { truncateUtf8 } from '../identity/text-rules.js';

const utf8 = new TextEncoder();

/** Cuts a text to `maxBytes` of UTF-8 between two characters and says that it did; a shorter text is unchanged. */
export function cutText(text: string, maxBytes: number): string {
  const kept = truncateUtf8(text, maxBytes);
  if (kept.length === text.length) {
    return text;
  }
  const [shown, all] = [kept, text].map((part) => utf8.encode(part).byteLength);
  return `${kept}\n[cut: the first ${shown} of ${all} bytes are shown]`;
}
