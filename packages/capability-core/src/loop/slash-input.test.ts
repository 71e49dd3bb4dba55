import { expect, it } from 'vitest';
import { parseSlashInput } from './slash-input.js';

it.each([
  ['/help', { name: 'help', args: '' }],
  ['  /model  small one \n', { name: 'model', args: 'small one' }],
  ['/note\nfirst\nsecond', { name: 'note', args: 'first\nsecond' }],
  ['/', { name: '', args: '' }],
  ['/ help', { name: '', args: 'help' }],
  ['//x', { name: '/x', args: '' }],
  ['help', null],
  ['say /help', null],
  ['', null],
])('%j is read as a command or as a prompt', (text, expected) => {
  expect(parseSlashInput(text)).toEqual(expected);
});
