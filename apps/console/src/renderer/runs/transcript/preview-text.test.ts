import { describe, expect, it } from 'vitest';
import { PREVIEW_MAX_LENGTH, TEXT_LENGTH_SHOWN, TEXT_LINES_SHOWN } from './limits.js';
import { isLongText, previewJson, previewText } from './preview-text.js';

describe('a preview', () => {
  it('is one line, and says when it is not all', () => {
    expect(previewText('  Echo:\n\thello ')).toBe('Echo: hello');
    expect(previewText('x'.repeat(PREVIEW_MAX_LENGTH))).toBe('x'.repeat(PREVIEW_MAX_LENGTH));
    expect(previewText('x'.repeat(PREVIEW_MAX_LENGTH + 1))).toBe(`${'x'.repeat(PREVIEW_MAX_LENGTH)}…`);
    expect(previewText(`a${' '.repeat(5_000)}b`)).toBe('a…');
  });

  it('of JSON has names and values, and nothing for none', () => {
    expect(previewJson('{"message":"hello","times":2}')).toBe('message: "hello", times: 2');
    expect(previewJson('{}')).toBe('');
    expect(previewJson('[1,2]')).toBe('[1,2]');
    expect(previewJson('{"cut":"in the mid')).toBe('{"cut":"in the mid');
  });
});

it.each([
  ['x'.repeat(TEXT_LENGTH_SHOWN), false],
  ['x'.repeat(TEXT_LENGTH_SHOWN + 1), true],
  [Array.from({ length: TEXT_LINES_SHOWN }, () => 'x').join('\n'), false],
  [Array.from({ length: TEXT_LINES_SHOWN + 1 }, () => 'x').join('\n'), true],
])('cuts a text by its length and its lines (case %#)', (text, isLong) => {
  expect(isLongText(text)).toBe(isLong);
});
