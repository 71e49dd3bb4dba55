import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { finish, text, USAGE, type V3Part, v3Model, v4Model } from '../../test/ai-sdk-models.js';
import { BOTH_WAYS, modelRequest } from '../../test/model-requests.js';
import { rejectionOf } from '../../test/session-builders.js';
import { ManualClock } from '../testing/manual-clock.js';
import { Semaphore } from '../testing/semaphore.js';
import { aiSdkClient } from './ai-sdk-client.js';
import { ANSWER_BYTES_MAX, PART_TIMEOUT_MS } from './limits.js';

describe.each(BOTH_WAYS)('a call of a model of the AI SDK that fails (%s)', (_way, ask) => {
  it.each<[string, V3Part]>([
    [
      'a call of its own',
      { type: 'tool-call', toolCallId: '1', toolName: 'web', input: '', providerExecuted: true },
    ],
    ['a result of its own', { type: 'tool-result', toolCallId: '1', toolName: 'web', result: 'found' }],
  ])('is refused for %s: tools are run by the session alone', async (_name, part) => {
    const error = await rejectionOf(ask(aiSdkClient(v3Model(text('x'), part, finish('stop')))));
    expect(error).toMatchObject({ code: 'tool-run-by-provider', tool: 'web' });
  });

  it('is refused where its provider asks for the approval of a tool', async () => {
    const part = { type: 'tool-approval-request', approvalId: '1', toolCallId: '1' } as const;
    const error = await rejectionOf(ask(aiSdkClient(v3Model(part, finish('stop')))));
    expect(error).toMatchObject({ code: 'tool-run-by-provider' });
  });

  it('is incomplete when its stream ends early, breaks, or says so', async () => {
    const broken = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream({ pull: (controller) => controller.error(new Error('terminated')) }),
      }),
    });
    const interrupted = {
      type: 'finish',
      usage: USAGE,
      finishReason: { unified: 'interrupted', raw: undefined },
    };
    const { model } = v4Model(text('x'), interrupted as LanguageModelV4StreamPart);
    for (const failing of [v3Model(text('x')), broken, model]) {
      expect(await rejectionOf(ask(aiSdkClient(failing)))).toMatchObject({ code: 'incomplete-stream' });
    }
  });

  it('is refused when its model ends with an error', async () => {
    const errors = [
      rejectionOf(ask(aiSdkClient(v3Model(finish('error', 'MALFORMED_CALL'))))),
      rejectionOf(ask(aiSdkClient(v3Model(finish('error'))))),
    ];
    expect(await Promise.all(errors)).toMatchObject([
      { code: 'provider-refused', status: null, reason: 'MALFORMED_CALL' },
      { code: 'provider-refused', status: null, reason: expect.stringContaining('did not name') },
    ]);
  });

  it.each([
    ['no part', 5],
    ['a text that is none', { type: 'text-delta', id: 't', delta: 5 }],
    ['an end without a reason', { type: 'finish', usage: USAGE }],
  ])('is given an answer that holds %s', async (_name, part) => {
    const error = await rejectionOf(ask(aiSdkClient(v3Model(part as V3Part, finish('stop')))));
    expect(error).toMatchObject({ code: 'provider-answer-invalid' });
  });

  it('is given an answer of as many bytes as are kept, and of one more', async () => {
    const most = text('ä'.repeat(ANSWER_BYTES_MAX / 2 - 1));
    const call = { type: 'tool-call', toolCallId: '1', toolName: 'r', input: '7' } as const;
    const answer = await ask(aiSdkClient(v3Model(most, call, finish('stop'))));
    expect(answer.message.content).toHaveLength(2);
    const error = await rejectionOf(ask(aiSdkClient(v3Model(most, call, text('x'), finish('stop')))));
    expect(error).toMatchObject({ code: 'provider-answer-too-large', limitBytes: ANSWER_BYTES_MAX });
  });

  it('is given up when its provider is silent, before its answer and in it', async () => {
    for (const parts of [null, [], [text('x')]]) {
      const clock = new ManualClock();
      const [asked, cancelled] = [new Semaphore(), new Semaphore()];
      const model = new MockLanguageModelV3({
        doStream: ({ abortSignal }) => {
          asked.add();
          if (parts === null) {
            abortSignal?.addEventListener('abort', () => cancelled.add());
            return new Promise(() => undefined);
          }
          const stream = new ReadableStream<V3Part>({
            start: (controller) => {
              for (const part of parts) controller.enqueue(part);
            },
            cancel: () => cancelled.add(),
          });
          return Promise.resolve({ stream });
        },
      });
      const failure = rejectionOf(ask(aiSdkClient(model, { clock })));
      await asked.acquire();
      await clock.advance(PART_TIMEOUT_MS - 1);
      expect(clock.pendingTimers).toBe(1);
      await clock.advance(1);
      expect(await failure).toMatchObject({ code: 'provider-silent', timeoutMs: PART_TIMEOUT_MS });
      expect(clock.pendingTimers).toBe(0);
      await cancelled.acquire();
    }
  });

  it('is over as soon as its signal aborts, and an answer that comes nevertheless is let go', async () => {
    const abort = new AbortController();
    const [asked, cancelled] = [new Semaphore(), new Semaphore()];
    let answer = (_result: { stream: ReadableStream<V3Part> }): void => undefined;
    const model = new MockLanguageModelV3({
      doStream: () => {
        asked.add();
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const failure = rejectionOf(ask(aiSdkClient(model), modelRequest({ signal: abort.signal })));
    await asked.acquire();
    abort.abort(new Error('enough'));
    expect(await failure).toMatchObject({ message: 'enough' });
    answer({ stream: new ReadableStream({ cancel: () => cancelled.add() }) });
    await cancelled.acquire();
  });
});
