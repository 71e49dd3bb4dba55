/** Scripts that are written without spaces: each of their characters is a word of its own. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** A word this long also stands for the longer ones that begin with it. */
export const PREFIX_CHARACTERS_MIN = 3;

/** A text as words to compare, whatever the case and the form of their letters. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

/** The words of a text, to look others up in. */
export class WordIndex {
  readonly #text: string;

  constructor(texts: readonly string[]) {
    this.#text = ` ${texts.flatMap(wordsOf).join(' ')} `;
  }

  /** Whether one of the words is `word`, or, for a word of three letters or more, begins with it. */
  has(word: string): boolean {
    return this.#text.includes(word.length < PREFIX_CHARACTERS_MIN ? ` ${word} ` : ` ${word}`);
  }
}
