import { expect, it } from 'vitest';
import { modelRequest } from '../../test/model-requests.js';
import { userMessage } from '../model/message.js';
import { requestBody } from './request-body.js';

const IMAGE = { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } } as const;
const WIRE_IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

it('a conversation is told with its system prompt, its tools, their calls and results', () => {
  const parameters = { type: 'object', properties: { path: { type: 'string' } } };
  const request = modelRequest({
    system: 'Be brief.',
    tools: [{ name: 'read', description: 'Reads.', parameters }],
    messages: [
      userMessage('Read a and b.'),
      {
        role: 'assistant',
        reasoningContent: 'Both at once.',
        content: [
          { type: 'text', text: 'I read.' },
          { type: 'tool_use', id: '1', name: 'read', input: { path: 'a' } },
          { type: 'tool_use', id: '2', name: 'read', input: null, invalidJson: '{"path' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', toolUseId: '1', content: 'text of a' },
          { type: 'tool_result', toolUseId: '2', content: 'no JSON', isError: true },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], reasoningContent: 'Over.' },
    ],
  });
  const call = (id: string, args: string) => {
    return { id, type: 'function', function: { name: 'read', arguments: args } };
  };
  expect(requestBody(request, false)).toEqual({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Read a and b.' },
      {
        role: 'assistant',
        content: 'I read.',
        reasoning_content: 'Both at once.',
        tool_calls: [call('1', '{"path":"a"}'), call('2', '{}')],
      },
      { role: 'tool', tool_call_id: '1', content: 'text of a' },
      { role: 'tool', tool_call_id: '2', content: 'no JSON' },
      { role: 'assistant', content: 'Done.' },
    ],
    tools: [{ type: 'function', function: { name: 'read', description: 'Reads.', parameters } }],
  });
});

it('images of the user are in the message, and those of tool results behind the results', () => {
  const request = modelRequest({
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'What is this?' }, IMAGE] },
      { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'draw', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: 'drawn' }, IMAGE] },
          { type: 'tool_result', toolUseId: '2', content: 'nothing' },
          { type: 'text', text: 'And now?' },
        ],
      },
    ],
  });
  expect(requestBody(request, false)['messages']).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'What is this?' }, WIRE_IMAGE] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name: 'draw', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: '1', content: 'drawn' },
    { role: 'tool', tool_call_id: '2', content: 'nothing' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Images in the result of the tool call 1:' },
        WIRE_IMAGE,
        { type: 'text', text: 'And now?' },
      ],
    },
  ]);
});
