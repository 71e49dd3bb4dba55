import { truncateUtf8 } from '../identity/text-rules.js';

const ELLIPSIS = '…';
const ELLIPSIS_BYTES = 3;

/** A text on one line of at most `maxBytes` of UTF-8; an ellipsis stands for what is left out. */
export function oneLine(text: string, maxBytes: number): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return truncateUtf8(line, maxBytes) === line
    ? line
    : `${truncateUtf8(line, maxBytes - ELLIPSIS_BYTES).trimEnd()}${ELLIPSIS}`;
}
