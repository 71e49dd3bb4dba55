import type { Skill } from '../kinds/skill.js';
import { bareNameOf } from './bare-name.js';
import { WordIndex, wordsOf } from './skill-words.js';

/** What a search found: the best skills first. */
export interface SkillHits {
  readonly skills: readonly Skill[];
  /** How many there are in all. */
  readonly found: number;
}

interface Entry {
  readonly skill: Skill;
  readonly key: string;
  readonly bareKey: string;
  /** Name, tags, description: the order in which a word counts. */
  readonly fields: readonly WordIndex[];
}

interface Hit {
  readonly skill: Skill;
  /** The first number that differs decides; the greater is the better. */
  readonly rank: readonly number[];
}

/** Finds skills by the words of their name, tags and description. It reads them when it is first asked. */
export class SkillSearch {
  readonly #skills: Iterable<Skill>;
  #entries: readonly Entry[] | null = null;

  constructor(skills: Iterable<Skill>) {
    this.#skills = skills;
  }

  /**
   * The skills of which a word is, or begins with, one of the query's. First those that the query names; then words
   * in the name count before those in the tags, and these before those in the description; then the name decides.
   */
  find(query: string, limit: number): SkillHits {
    this.#entries ??= Array.from(this.#skills, entryOf);
    const words = [...new Set(wordsOf(query))];
    const hits = this.#entries.flatMap((entry) => hitOf(entry, query, words)).sort(byRank);
    return { skills: hits.slice(0, limit).map(({ skill }) => skill), found: hits.length };
  }
}

function entryOf(skill: Skill): Entry {
  const { name, tags, description } = skill;
  const fields = [new WordIndex([name]), new WordIndex(tags), new WordIndex([description])];
  return { skill, key: keyOf(name), bareKey: keyOf(bareNameOf(name)), fields };
}

function hitOf(entry: Entry, query: string, words: readonly string[]): readonly Hit[] {
  const places = words.map((word) => entry.fields.findIndex((field) => field.has(word)));
  const counts = entry.fields.map((_field, index) => places.filter((place) => place === index).length);
  const rank = [nameRank(entry, query), ...counts];
  return rank.some((part) => part > 0) ? [{ skill: entry.skill, rank }] : [];
}

/** How well the whole query is the skill's name. */
function nameRank({ skill, key, bareKey }: Entry, query: string): number {
  const asked = query.trim();
  if (skill.name === query || skill.name === asked) return 3;
  const askedKey = keyOf(asked);
  return key === askedKey ? 2 : bareKey === askedKey && asked !== '' ? 1 : 0;
}

function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function byRank(a: Hit, b: Hit): number {
  for (const [index, rank] of a.rank.entries()) {
    const difference = (b.rank[index] ?? 0) - rank;
    if (difference !== 0) return difference;
  }
  return a.skill.name < b.skill.name ? -1 : 1;
}
