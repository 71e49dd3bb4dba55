import { expect, it } from 'vitest';
import { anError } from '../../test-state/builders.js';
import { shownCauses } from './shown-causes.js';

it('keeps the codes of all causes, and the words of those that say something new', () => {
  const error = anError({
    message: 'The batch was refused: the server did not start',
    causes: [
      { code: 'did-not-start', message: 'the server did not start' },
      { code: null, message: 'did not start' },
      { code: 'ENOENT', message: 'spawn no-such-command' },
    ],
  });
  expect(shownCauses(error)).toEqual([
    { code: 'did-not-start', text: '' },
    { code: 'ENOENT', text: 'spawn no-such-command' },
  ]);
});
