import { describe, expect, it } from 'vitest';
import { openLoop } from '../../test/loop-builders.js';
import type { LlmClient, StreamEvent } from '../model/llm-client.js';
import type { LlmResponse } from '../model/llm-response.js';
import { ModelError } from '../model/model-error.js';
import { ManualClock } from '../testing/manual-clock.js';
import { ScriptedModel, type ScriptedStep } from '../testing/scripted-model.js';
import { RATE_LIMIT_BACK_OFF_MS, RATE_LIMIT_BACK_OFF_MS_MAX, RATE_LIMIT_RETRIES } from './limits.js';

describe('a model call', () => {
  const limited =
    (retryAfterMs: number | null): ScriptedStep =>
    () => {
      throw new ModelError({ code: 'rate-limited', retryAfterMs });
    };

  it('that fails ends the run with the reason', async () => {
    const { loop } = openLoop({ client: new ScriptedModel() });
    await expect(loop.run()).rejects.toMatchObject({
      code: 'model-failed',
      cause: { message: 'the scripted model was called 1 times' },
    });
  });

  it('is tried again after a rate limit, as late as the provider asks', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(limited(2_500), () => ScriptedModel.text('done'));
    const { loop } = openLoop({ client, clock });
    const run = loop.run();
    await clock.advance(2_499);
    expect(client.requests).toHaveLength(1);
    await clock.advance(1);
    expect(await run).toBe('done');
  });

  it('backs off twice as long each time, within a bound, and gives up after its last try', async () => {
    const clock = new ManualClock();
    const steps = Array.from({ length: RATE_LIMIT_RETRIES }, () => limited(null));
    const client = new ScriptedModel(...steps, limited(RATE_LIMIT_BACK_OFF_MS_MAX * 9));
    const { loop } = openLoop({ client, clock });
    const failure = expect(loop.run()).rejects.toMatchObject({
      code: 'model-failed',
      cause: { code: 'rate-limited' },
    });
    for (let retry = 0; retry < RATE_LIMIT_RETRIES; retry += 1) {
      await clock.advance(RATE_LIMIT_BACK_OFF_MS * 2 ** retry - 1);
      expect(client.requests).toHaveLength(retry + 1);
      await clock.advance(1);
      expect(client.requests).toHaveLength(retry + 2);
    }
    await failure;
  });

  it('is not tried again once some of its text was told: nobody could take that back', async () => {
    let calls = 0;
    const client: LlmClient = {
      complete: () => Promise.reject(new Error('this one streams')),
      async *completeStreaming() {
        calls += 1;
        yield { type: 'text-delta', text: 'Hel' };
        throw new ModelError({ code: 'rate-limited', retryAfterMs: 0 });
      },
    };
    const { loop, log } = openLoop({ client, streaming: true });
    await expect(loop.run()).rejects.toMatchObject({ code: 'model-failed', cause: { code: 'rate-limited' } });
    expect(calls).toBe(1);
    expect(log).toEqual(['turn 1', 'text Hel']);
  });

  it('is not tried again when its run is cancelled meanwhile', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(limited(2_500));
    const { loop, run } = openLoop({ client, clock });
    const failure = expect(loop.run()).rejects.toMatchObject({ name: 'AgentLoopError', code: 'cancelled' });
    await clock.advance(2_499);
    run.cancel();
    await failure;
    expect(client.requests).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('never waits longer than the bound, whatever the provider asks for', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(limited(RATE_LIMIT_BACK_OFF_MS_MAX * 9), () =>
      ScriptedModel.text('done'),
    );
    const { loop } = openLoop({ client, clock });
    const run = loop.run();
    await clock.advance(RATE_LIMIT_BACK_OFF_MS_MAX - 1);
    expect(client.requests).toHaveLength(1);
    await clock.advance(1);
    expect(await run).toBe('done');
  });

  it('that takes too long is aborted', async () => {
    const clock = new ManualClock();
    const client = new ScriptedModel(() => new Promise(() => undefined));
    const { loop } = openLoop({ client, clock, limits: { llmApiTimeoutMs: 1_000 } });
    const failure = expect(loop.run()).rejects.toMatchObject({
      code: 'model-call-timeout',
      timeoutMs: 1_000,
    });
    await clock.advance(999);
    expect(client.requests[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(client.requests[0]?.signal.aborted).toBe(true);
    await failure;
  });

  it('that stops streaming before it is complete ends the run', async () => {
    const client: LlmClient = {
      complete: () => Promise.reject(new Error('not used')),
      async *completeStreaming() {
        yield { type: 'text-delta', text: 'hal' } as const;
      },
    };
    const { loop, log } = openLoop({ client, streaming: true });
    await expect(loop.run()).rejects.toMatchObject({
      code: 'model-failed',
      cause: { code: 'incomplete-stream' },
    });
    expect(log).toEqual(['turn 1', 'text hal']);
  });

  const answer = ScriptedModel.text('done');
  const { message, usage } = answer;

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no message', { usage }],
    ['no content', { usage, message: { role: 'assistant' } }],
    ['a block that is none', { usage, message: { ...message, content: [null] } }],
    ['a text that is none', { usage, message: { ...message, content: [{ type: 'text', text: 5 }] } }],
    ['a call without a name', { usage, message: { ...message, content: [{ type: 'tool_use', id: 'a' }] } }],
    ['words of the user', { usage, message: { ...message, role: 'user' } }],
    ['no usage', { message }],
    ['a usage that is no number', { message, usage: { ...usage, promptTokens: Number.NaN } }],
  ])('that is answered with %s ends the run and says that the client is at fault', async (_, rubbish) => {
    for (const streaming of [false, true]) {
      const client: LlmClient = {
        complete: async () => rubbish as LlmResponse,
        async *completeStreaming() {
          yield { type: 'response', response: rubbish as LlmResponse } as const;
        },
      };
      const { loop } = openLoop({ client, streaming });
      await expect(loop.run()).rejects.toMatchObject({
        code: 'model-failed',
        cause: { code: 'invalid-response' },
      });
    }
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['an event of another type', { type: 'thinking' }],
    ['a text that is none', { type: 'text-delta' }],
  ])('whose stream holds %s ends the run and says that the client is at fault', async (_, rubbish) => {
    const client: LlmClient = {
      complete: () => Promise.reject(new Error('not used')),
      async *completeStreaming() {
        yield rubbish as StreamEvent;
      },
    };
    const { loop } = openLoop({ client, streaming: true });
    await expect(loop.run()).rejects.toMatchObject({ cause: { code: 'invalid-response' } });
  });
});
