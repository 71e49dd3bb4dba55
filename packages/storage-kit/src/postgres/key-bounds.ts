import type { ScanRange } from '../transaction/record-table.js';

/** The keys of a range, between texts that order by their UTF-8 bytes. */
export interface KeyBounds {
  /** Inclusive. */
  readonly from: string;
  /** Exclusive. */
  readonly after: string;
  /** Exclusive; undefined for no end. */
  readonly before: string | undefined;
}

export function keyBounds({ prefix, after }: ScanRange): KeyBounds {
  return { from: prefix, after, before: endOfPrefix(prefix) };
}

const lastCodePoint = 0x10ffff;

/** The least text after all that begin with `prefix`; undefined when nothing comes after them. */
function endOfPrefix(prefix: string): string | undefined {
  const codePoints = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (codePoints.at(-1) === lastCodePoint) codePoints.pop();
  const last = codePoints.pop();
  if (last === undefined) return undefined;
  // Halves of surrogate pairs are no characters: U+E000 follows U+D7FF.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  return String.fromCodePoint(...codePoints, next);
}
