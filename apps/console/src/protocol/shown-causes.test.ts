import { expect, it } from 'vitest';
import { shownCauses } from './shown-causes.js';

it('keeps the codes of all causes, and the words of those that say something new', () => {
  const shown = shownCauses({
    code: 'projection',
    message: 'The batch was refused: the server did not start',
    action: null,
    causes: [
      { code: 'did-not-start', message: 'the server did not start' },
      { code: null, message: 'did not start' },
      { code: 'ENOENT', message: 'spawn no-such-command' },
    ],
    details: {},
  });
  expect(shown).toEqual([
    { code: 'did-not-start', text: '' },
    { code: 'ENOENT', text: 'spawn no-such-command' },
  ]);
});
