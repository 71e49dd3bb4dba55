import { describe, expect, it } from 'vitest';
import { printableText } from './printable-text.js';

describe('text on its way to a terminal', () => {
  it('stays as it is where there is nothing in it but words', () => {
    expect(printableText('Grüße, 你好: a\ttab')).toBe('Grüße, 你好: a\ttab');
  });

  it.each([
    ['the name of the window', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
    ['the clipboard', '\u009d52;c;ZXZpbA==\u009c', '\\x9d52;c;ZXZpbA==\\x9c'],
    ['what was printed before', 'safe\rforged\u0008\u007f', 'safe\\x0dforged\\x08\\x7f'],
  ])('changes nothing of %s', (_, text, shown) => {
    expect(printableText(text)).toBe(shown);
  });

  it('keeps its lines, and lets none of them pass for one of the console’s', () => {
    expect(printableText('first\r\nConsole ready at http://elsewhere\n', '> ')).toBe(
      'first\n> Console ready at http://elsewhere\n> ',
    );
  });
});
