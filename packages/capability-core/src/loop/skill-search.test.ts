import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skillOf } from '../../test/skill-builders.js';
import type { Skill } from '../kinds/skill.js';
import { SkillSearch } from './skill-search.js';
import { WordIndex, wordsOf } from './skill-words.js';

function namesFound(skills: readonly Skill[], query: string, limit = 100): readonly string[] {
  return new SkillSearch(skills).find(query, limit).skills.map(({ name }) => name);
}

describe('a search for skills', () => {
  it('puts words of the name before those of the tags, and these before those of the description', () => {
    const skills = [
      skillOf('a', { description: 'Reads pdf files and writes pdf forms.' }),
      skillOf('b', { tags: ['office', 'PDF'] }),
      skillOf('c:fill-pdf'),
      skillOf('d', { description: 'Draws.' }),
    ];
    expect(namesFound(skills, 'pdf')).toEqual(['c:fill-pdf', 'b', 'a']);
  });

  it('puts the skill that is named before the ones that only have its words', () => {
    const skills = ['notes', 'x:notes', 'Notes', 'notes-notes', 'a-notes'].map((name) => skillOf(name));
    expect(namesFound(skills, ' notes ')).toEqual(['notes', 'Notes', 'x:notes', 'a-notes', 'notes-notes']);
  });

  it('puts a skill with more of the words first', () => {
    const skills = [
      skillOf('a', { description: 'Merges files.' }),
      skillOf('b', { description: 'Merges pdf files.' }),
      skillOf('c', { description: 'Merges pdf files and pdf forms.' }),
    ];
    expect(namesFound(skills, 'merge pdf files')).toEqual(['b', 'c', 'a']);
  });

  it('finds the longer words that begin with one of three letters, but not with a shorter one', () => {
    const skills = [skillOf('testing'), skillOf('go'), skillOf('golang'), skillOf('contest')];
    expect(namesFound(skills, 'test')).toEqual(['testing']);
    expect(namesFound(skills, 'go')).toEqual(['go']);
  });

  it('looks neither at case nor at the form of a letter', () => {
    expect(namesFound([skillOf('Café-Größe')], 'CAFÉ')).toEqual(['Café-Größe']);
    expect(namesFound([skillOf('Cafe\u0301')], 'caf\u00e9')).toEqual(['Cafe\u0301']);
  });

  it('finds words of scripts that are written without spaces', () => {
    const skills = [skillOf('a', { description: '从文件中提取文字' }), skillOf('b', { description: '画图' })];
    expect(namesFound(skills, '提取PDF文字')).toEqual(['a']);
  });

  it('finds by its whole name a skill whose name has no word', () => {
    expect(namesFound([skillOf('***'), skillOf('x:')], '***')).toEqual(['***']);
    expect(namesFound([skillOf('***'), skillOf('x:')], '')).toEqual([]);
  });

  it('reads as many tags as a skill may hold', () => {
    const tags = Array.from({ length: 500_000 }, (_, n) => `t${n}`);
    expect(namesFound([skillOf('a', { tags })], 't499999')).toEqual(['a']);
  });

  it('shows no more than it is asked for, and says how many there are', () => {
    const skills = Array.from({ length: 12 }, (_, n) => skillOf(`note-${n}`));
    expect(new SkillSearch(skills).find('note', 12)).toMatchObject({ found: 12, skills: { length: 12 } });
    expect(new SkillSearch(skills).find('note', 11)).toMatchObject({ found: 12, skills: { length: 11 } });
  });

  it('does not see texts that are nowhere, in the form of words next to each other', () => {
    expect(namesFound([skillOf('a', { tags: ['no', 'tes'] })], 'notes')).toEqual([]);
  });
});

const WORD = fc.constantFrom('note', 'notes', 'pdf', 'go', 'Ümlaut', '文', 'form', '***');
const TEXT = fc.array(WORD, { maxLength: 4 }).map((words) => words.join(' '));
const NAME = fc.array(WORD, { minLength: 1, maxLength: 3 }).map((words) => words.join('-'));
const SKILLS = fc.uniqueArray(
  fc.record({ name: NAME, description: TEXT, tags: fc.array(WORD, { maxLength: 2 }) }),
  { selector: ({ name }) => name, maxLength: 12 },
);

/** Words of a skill that the query has, or begins. */
function matches({ name, tags, description }: Skill, query: string): boolean {
  const texts = [name, ...tags, description].flatMap(wordsOf);
  return wordsOf(query).some((word) =>
    texts.some((text) => text === word || (word.length >= 3 && text.startsWith(word))),
  );
}

describe('whatever skills there are and whatever is asked, a search', () => {
  const [skillLists, queries] = [
    SKILLS.map((list) => list.map(({ name, ...over }) => skillOf(name, over))),
    NAME,
  ];

  it('finds exactly the skills that have one of the words, or the name', () => {
    fc.assert(
      fc.property(skillLists, queries, (skills, query) => {
        const named = (name: string) => name.toLowerCase() === query.toLowerCase();
        const expected = skills.filter((skill) => matches(skill, query) || named(skill.name));
        expect([...namesFound(skills, query)].sort()).toEqual(expected.map(({ name }) => name).sort());
      }),
    );
  });

  it('puts the skill first whose name it is', () => {
    fc.assert(
      fc.property(skillLists, fc.nat(), (skills, pick) => {
        const wanted = skills[pick % Math.max(1, skills.length)];
        fc.pre(wanted !== undefined);
        expect(namesFound(skills, wanted.name)[0]).toBe(wanted.name);
      }),
    );
  });

  it('orders the same skills the same way, however they are given and however many are shown', () => {
    fc.assert(
      fc.property(skillLists, queries, fc.nat(12), (skills, query, limit) => {
        const all = namesFound(skills, query);
        expect(namesFound([...skills].reverse(), query)).toEqual(all);
        expect(namesFound(skills, query, limit)).toEqual(all.slice(0, limit));
      }),
    );
  });

  it('never puts a skill with fewer words in its name before one with more, if it names neither', () => {
    fc.assert(
      fc.property(skillLists, queries, (skills, query) => {
        const words = [...new Set(wordsOf(query))];
        const counts = namesFound(skills, query)
          .filter((name) => name.toLowerCase() !== query.toLowerCase())
          .map((name) => words.filter((word) => new WordIndex([name]).has(word)).length);
        expect(counts).toEqual([...counts].sort((a, b) => b - a));
      }),
    );
  });
});
