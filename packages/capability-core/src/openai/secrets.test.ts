import { expect, it } from 'vitest';
import { SECRET_CHARACTERS_MIN } from './limits.js';
import { Secrets } from './secrets.js';

it('a key is removed from a text wherever it is, however short', () => {
  expect(new Secrets('k-1', []).removedFrom('k-1 is not k-10')).toBe('[removed] is not [removed]0');
});

it('of headers and queries whole values and long words are removed, the longest first', () => {
  const long = 'x'.repeat(SECRET_CHARACTERS_MIN);
  const short = 'y'.repeat(SECRET_CHARACTERS_MIN - 1);
  const secrets = new Secrets(undefined, [`Token ${long}`, short, `${long}${long}`]);
  expect(secrets.removedFrom(`Token ${long}, ${long}${long}, ${long}, Token, ${short}`)).toBe(
    `[removed], [removed], [removed], Token, ${short}`,
  );
});
