import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyScore } from './fuzzy-score.js';

const score = (word: string, text: string): number => fuzzyScore(word, text) ?? Number.NEGATIVE_INFINITY;

describe('how well a word is found', () => {
  it('counts the whole text most, then its beginning, a word in it, a part of a word, scattered letters', () => {
    const texts = ['runs', 'runs & pins', 'go to runs', 'reruns', 'return to us now, soon'];
    const scores = texts.map((text) => score('runs', text));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(texts.length);
  });

  it('does not care about case', () => {
    expect(score('DEMO', 'Session demo')).toBe(score('demo', 'session DEMO'));
  });

  it('takes the first letters of words for less scattered than letters within them', () => {
    expect(score('aptd', 'Apply batch to demo')).toBeGreaterThan(score('aptd', 'a rapturous trend'));
  });

  it('finds a word exactly when its letters are in the text in their order', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 12 });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 });
    fc.assert(
      fc.property(word, text, (needle, hay) => {
        const pattern = new RegExp(needle.split('').join('.*'), 's');
        expect(fuzzyScore(needle, hay) !== null).toBe(pattern.test(hay));
      }),
    );
  });

  it('finds no more with another letter than without it', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 5 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        fc.string(),
        (word, letter, text) => {
          if (fuzzyScore(word, text) === null) expect(fuzzyScore(word + letter, text)).toBeNull();
        },
      ),
    );
  });
});
