import { expect, it } from 'vitest';
import { callResult } from './call-result.js';

it.each([
  [{ type: 'text' as const, text: 'hé' }, 'hé'],
  [{ type: 'audio' as const, mimeType: 'audio/wav', data: 'AAAA' }, '[audio audio/wav, 4 base64 characters]'],
  [{ type: 'image' as const, mimeType: 'image/png', data: '' }, '[image image/png, 0 base64 characters]'],
  [{ type: 'resource_link' as const, name: 'Notes', uri: 'file:///n' }, '[resource Notes file:///n]'],
  [{ type: 'resource' as const, resource: { uri: 'file:///n', text: 'words' } }, 'words'],
  [{ type: 'resource' as const, resource: { uri: 'file:///n', blob: 'AAAA' } }, '[resource file:///n]'],
])('a model sees %j as %j', (block, content) => {
  expect(callResult({ content: [block] })).toEqual({ content, isError: false });
});

it('keeps the blocks apart, and that the tool reports a failure', () => {
  const text = (line: string) => ({ type: 'text' as const, text: line });
  expect(callResult({ content: [text('one'), text('two')], isError: true })).toEqual({
    content: 'one\ntwo',
    isError: true,
  });
});

it('shows structured content as JSON where nothing else was said, and keeps it beside what was', () => {
  const structuredContent = { sky: 'clear', left: undefined };
  expect(callResult({ content: [], structuredContent })).toEqual({
    content: '{"sky":"clear"}',
    isError: false,
    structured: { sky: 'clear' },
  });
  expect(callResult({ content: [{ type: 'text', text: 'Fine.' }], structuredContent })).toMatchObject({
    content: 'Fine.',
    structured: { sky: 'clear' },
  });
});
