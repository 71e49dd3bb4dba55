import { expect, it } from 'vitest';
import { type ToolResultBlock, toolResultText } from './content-block.js';

it('reads the text of a tool result, in whichever form it comes', () => {
  const block = (content: ToolResultBlock['content']): ToolResultBlock => ({
    type: 'tool_result',
    toolUseId: 'call-1',
    content,
  });
  const source = { type: 'base64', mediaType: 'image/png', data: 'AA==' } as const;
  expect(toolResultText(block('one'))).toBe('one');
  expect(
    toolResultText(
      block([
        { type: 'text', text: 'one' },
        { type: 'image', source },
        { type: 'text', text: 'two' },
      ]),
    ),
  ).toBe('one\ntwo');
  expect(toolResultText(block([{ type: 'image', source }]))).toBe('');
});
