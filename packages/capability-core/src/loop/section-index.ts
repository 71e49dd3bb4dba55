import type { DocumentSection } from './document-sections.js';
import { PREFIX_CHARACTERS_MIN, wordsOf } from './skill-words.js';

/** A section that has words of a query. */
export interface SectionHit {
  readonly section: DocumentSection;
  readonly score: number;
}

/** Where a word is: places of sections, ascending, and how often it is in each. */
interface Postings {
  readonly places: number[];
  readonly times: number[];
}

/** How soon more of the same word counts for little, and how much the length of a section weighs (BM25). */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** A word of the path or of a heading counts as so many in the text. */
const TITLE_WEIGHT = 3;

/** The words of sections, so that the sections that fit a query are found without reading all. */
export class SectionIndex {
  readonly #sections: readonly DocumentSection[];
  readonly #lengths: readonly number[];
  readonly #meanLength: number;
  readonly #postings = new Map<string, Postings>();
  readonly #vocabulary: readonly string[];

  constructor(sections: readonly DocumentSection[]) {
    this.#sections = sections;
    this.#lengths = sections.map((section, place) => this.#read(section, place));
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, sections.length);
    this.#vocabulary = [...this.#postings.keys()].sort();
  }

  /**
   * The sections that have, or have longer words that begin with, a word of the query. Rare words count before
   * frequent ones; among equals the path decides, then the line.
   */
  find(query: string, limit: number): readonly SectionHit[] {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const found = this.#placesOf(word);
      const rarity = Math.log(1 + (this.#sections.length - found.size + 0.5) / (found.size + 0.5));
      for (const [place, times] of found) {
        scores.set(place, (scores.get(place) ?? 0) + rarity * this.#weightOf(place, times));
      }
    }
    return [...scores]
      .flatMap(([place, score]) => {
        const section = this.#sections[place];
        return section === undefined ? [] : [{ section, score }];
      })
      .sort(byScore)
      .slice(0, limit);
  }

  /** How many words the section has. */
  #read({ path, headings, text }: DocumentSection, place: number): number {
    const words = wordsOf(text);
    for (const word of words) this.#count(word, place, 1);
    for (const word of [path, ...headings].flatMap(wordsOf)) this.#count(word, place, TITLE_WEIGHT);
    return words.length;
  }

  /** Sections are read in their order, so a word's last place is the newest. */
  #count(word: string, place: number, weight: number): void {
    const known = this.#postings.get(word);
    if (known === undefined) {
      this.#postings.set(word, { places: [place], times: [weight] });
      return;
    }
    const { places, times } = known;
    const last = places.length - 1;
    if (places[last] === place) {
      times[last] = (times[last] ?? 0) + weight;
    } else {
      places.push(place);
      times.push(weight);
    }
  }

  #placesOf(word: string): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const known of this.#wordsLike(word)) {
      const { places, times } = this.#postings.get(known) ?? { places: [], times: [] };
      for (const [index, place] of places.entries()) {
        found.set(place, (found.get(place) ?? 0) + (times[index] ?? 0));
      }
    }
    return found;
  }

  #wordsLike(word: string): readonly string[] {
    if (word.length < PREFIX_CHARACTERS_MIN) return [word];
    const start = lowerBound(this.#vocabulary, word);
    let end = start;
    while (this.#vocabulary[end]?.startsWith(word) === true) end += 1;
    return this.#vocabulary.slice(start, end);
  }

  #weightOf(place: number, times: number): number {
    const relativeLength = (this.#lengths[place] ?? 0) / Math.max(1, this.#meanLength);
    const damping = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relativeLength);
    return (times * (SATURATION + 1)) / (times + damping);
  }
}

/** Where in a sorted list the first word stands that is not before `word`. */
function lowerBound(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byScore(a: SectionHit, b: SectionHit): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.section.path !== b.section.path) return a.section.path < b.section.path ? -1 : 1;
  return a.section.firstLine - b.section.firstLine;
}
