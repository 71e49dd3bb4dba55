import { SECRET_CHARACTERS_MIN } from './limits.js';

/** What is sent to a provider and must not come back in an error: providers like to repeat a key that they refuse. */
export class Secrets {
  readonly #words: readonly string[];

  constructor(key: string | undefined, values: readonly string[]) {
    const words = values.flatMap((value) => [value, ...value.split(' ')]);
    this.#words = [...(key === undefined ? [] : [key]), ...words.filter(isLong)].sort(longestFirst);
  }

  /** `text` without them. */
  removedFrom(text: string): string {
    return this.#words.reduce((rest, word) => rest.replaceAll(word, '[removed]'), text);
  }
}

function isLong(word: string): boolean {
  return word.length >= SECRET_CHARACTERS_MIN;
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}
