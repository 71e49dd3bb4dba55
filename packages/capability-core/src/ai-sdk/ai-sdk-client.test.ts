import { describe, expect, it } from 'vitest';
import { finish, text, v3Model, v4Model } from '../../test/ai-sdk-models.js';
import { modelRequest, streamOf } from '../../test/model-requests.js';
import { userMessage } from '../model/message.js';
import { ManualClock } from '../testing/manual-clock.js';
import { aiSdkClient } from './ai-sdk-client.js';
import { WARNINGS_MAX } from './limits.js';

describe('a model of the AI SDK', () => {
  it('streams text, thoughts and tool calls in the order in which they began', async () => {
    const model = v3Model(
      {
        type: 'stream-start',
        warnings: [
          { type: 'other', message: 'no temperature' },
          { type: 'unsupported', feature: 'topK', details: 'left out' },
        ],
      },
      { type: 'response-metadata', id: 'answer-1', modelId: 'tiny-1', timestamp: new Date(0) },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Both.' },
      { type: 'text-start', id: 'a' },
      text('I ', 'a'),
      text('', 'b'),
      text('read.', 'a'),
      { type: 'tool-input-start', id: '1', toolName: 'read' },
      { type: 'tool-call', toolCallId: '1', toolName: 'read', input: '{"path":"a"}' },
      { type: 'tool-call', toolCallId: '2', toolName: 'read', input: '{"path' },
      { type: 'tool-call', toolCallId: '3', toolName: 'list', input: '' },
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
      text('Wait.', 'b'),
      finish('tool-calls'),
    );
    const { texts, response } = await streamOf(aiSdkClient(model, { clock: new ManualClock() }));
    expect(texts).toEqual(['I ', 'read.', 'Wait.']);
    expect(response).toEqual({
      message: {
        role: 'assistant',
        reasoningContent: 'Both.',
        content: [
          { type: 'text', text: 'I read.' },
          { type: 'tool_use', id: '1', name: 'read', input: { path: 'a' } },
          { type: 'tool_use', id: '2', name: 'read', input: null, invalidJson: '{"path' },
          { type: 'tool_use', id: '3', name: 'list', input: {} },
          { type: 'text', text: 'Wait.' },
        ],
      },
      usage: {
        promptTokens: 7,
        completionTokens: 3,
        totalTokens: 10,
        cacheReadTokens: 4,
        cacheWriteTokens: 1,
      },
      stopReason: 'tool_use',
      meta: {
        provider: 'mock',
        requestModel: 'tiny',
        responseId: 'answer-1',
        responseModel: 'tiny-1',
        firstTokenMs: 0,
        durationMs: 0,
        warnings: [
          'other: no temperature',
          'unsupported: topK: left out',
          'A file of the type image/png was left out.',
        ],
      },
    });
    expect(model.doGenerateCalls).toEqual([]);
  });

  it.each([
    ['stop', undefined, 'end_turn'],
    ['length', undefined, 'max_tokens'],
    ['content-filter', 'SAFETY', 'refusal'],
    ['other', 'paused', 'paused'],
    ['other', undefined, 'other'],
  ] as const)('that stops for %s (%s) says %s', async (unified, raw, stopReason) => {
    const response = await aiSdkClient(v3Model(text('x'), finish(unified, raw))).complete(modelRequest());
    expect(response.stopReason).toBe(stopReason);
  });

  it.each(['v3', 'v4'] as const)('is told the conversation as its specification %s says', async (version) => {
    const image = {
      type: 'image',
      source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' },
    } as const;
    const parameters = { type: 'object' };
    const request = modelRequest({
      system: 'Be brief.',
      tools: [{ name: 'draw', description: 'Draws.', parameters }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Draw this.' }, image] },
        {
          role: 'assistant',
          reasoningContent: 'Easy.',
          content: [
            { type: 'text', text: 'I draw.' },
            { type: 'tool_use', id: '1', name: 'draw', input: { as: 'line' } },
            { type: 'tool_use', id: '2', name: 'draw', input: null, invalidJson: '{' },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: 'drawn' }, image] },
            { type: 'tool_result', toolUseId: '2', content: 'no JSON', isError: true },
            { type: 'tool_result', toolUseId: '3', content: [{ type: 'text', text: 'lost' }] },
          ],
        },
        { role: 'assistant', reasoningContent: 'Over.', content: [{ type: 'text', text: 'Done.' }] },
        userMessage('Thanks.'),
      ],
    });
    const [v3, v4] = [v3Model(text('x'), finish('stop')), v4Model(text('x'), finish('stop'))];
    await aiSdkClient(version === 'v3' ? v3 : v4.model).complete(request);
    const data = version === 'v3' ? 'AAAA' : { type: 'data', data: 'AAAA' };
    const result = (toolCallId: string, toolName: string, output: object) => {
      return { type: 'tool-result', toolCallId, toolName, output };
    };
    expect((version === 'v3' ? v3.doStreamCalls : v4.calls)[0]).toEqual({
      abortSignal: expect.any(AbortSignal),
      tools: [{ type: 'function', name: 'draw', description: 'Draws.', inputSchema: parameters }],
      prompt: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Draw this.' },
            { type: 'file', mediaType: 'image/png', data },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Easy.' },
            { type: 'text', text: 'I draw.' },
            { type: 'tool-call', toolCallId: '1', toolName: 'draw', input: { as: 'line' } },
            { type: 'tool-call', toolCallId: '2', toolName: 'draw', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            result('1', 'draw', {
              type: 'content',
              value: [
                { type: 'text', text: 'drawn' },
                { type: version === 'v3' ? 'image-data' : 'file', mediaType: 'image/png', data },
              ],
            }),
            result('2', 'draw', { type: 'error-text', value: 'no JSON' }),
            result('3', '', { type: 'text', value: 'lost' }),
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
      ],
    });
  });

  it.each([
    [undefined],
    [null],
    ['openai/gpt-5'],
    [{ specificationVersion: 'v2', doStream: () => undefined }],
  ])('is no client when it is %j', (model) => {
    expect(() => Reflect.apply(aiSdkClient, null, [model])).toThrow(
      expect.objectContaining({ code: 'client-options-invalid' }),
    );
  });

  it('has as many warnings kept as the bound says', async () => {
    const warnings = Array.from({ length: WARNINGS_MAX + 1 }, (_, index) => {
      return { type: 'other', message: `warning ${index + 1}` } as const;
    });
    for (const count of [WARNINGS_MAX, WARNINGS_MAX + 1]) {
      const start = { type: 'stream-start', warnings: warnings.slice(0, count) } as const;
      const { meta } = await aiSdkClient(v3Model(start, text('x'), finish('stop'))).complete(modelRequest());
      expect(meta?.warnings).toHaveLength(WARNINGS_MAX);
    }
  });
});
