/** How well a word is found in a text: the higher the better; null when it is not in it at all. */
export function fuzzyScore(word: string, text: string): number | null {
  const [needle, hay] = [word.toLowerCase(), text.toLowerCase()];
  if (needle === '') return 0;
  if (hay === needle) return WHOLE;
  const at = bestPlace(needle, hay);
  if (at !== null) return at.isStart ? (at.index === 0 ? BEGINNING : WORD) : INSIDE;
  const gaps = gapsBetween(needle, hay);
  return gaps === null ? null : Math.max(1, SCATTERED - gaps);
}

const WHOLE = 100;
const BEGINNING = 80;
const WORD = 60;
const INSIDE = 40;
/** What letters that stand apart are worth, less the gaps between them. */
const SCATTERED = 20;

/** Where a text has the whole word: at the start of one of its words if there is such a place. */
function bestPlace(
  needle: string,
  hay: string,
): { readonly index: number; readonly isStart: boolean } | null {
  const first = hay.indexOf(needle);
  for (let index = first; index !== -1; index = hay.indexOf(needle, index + 1)) {
    if (isWordStart(hay, index)) return { index, isStart: true };
  }
  return first === -1 ? null : { index: first, isStart: false };
}

function isWordStart(hay: string, index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}]/u.test(hay.charAt(index - 1));
}

/** Letters that were skipped to find the others in their order; those before the start of a word count as none. */
function gapsBetween(needle: string, hay: string): number | null {
  let gaps = 0;
  let from = 0;
  for (const letter of needle) {
    const index = hay.indexOf(letter, from);
    if (index === -1) return null;
    if (index > from && from > 0 && !isWordStart(hay, index)) gaps += 1;
    from = index + letter.length;
  }
  return gaps;
}
