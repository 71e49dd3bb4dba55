import { messageOf } from '../lifecycle/bounded-message.js';
import { sleep } from '../lifecycle/sleep.js';
import { checkedResponse } from '../model/checked-response.js';
import type { LlmRequest } from '../model/llm-client.js';
import type { LlmResponse } from '../model/llm-response.js';
import { messageText } from '../model/message.js';
import { ModelError } from '../model/model-error.js';
import { AgentLoopError } from './agent-loop-error.js';
import { type BoundedOutcome, boundedCall } from './bounded-call.js';
import { RATE_LIMIT_BACK_OFF_MS, RATE_LIMIT_BACK_OFF_MS_MAX, RATE_LIMIT_RETRIES } from './limits.js';
import type { LoopEnvironment } from './loop-environment.js';

type Question = Pick<LlmRequest, 'messages' | 'tools'>;

/**
 * Asks the model once, again after a rate limit.
 *
 * @throws {AgentLoopError} `cancelled`, `model-call-timeout` or `model-failed`
 */
export async function callModel(
  environment: LoopEnvironment,
  question: Question,
  signal: AbortSignal,
): Promise<LlmResponse> {
  const { clock, limits } = environment;
  let told = false;
  const onText = (text: string): void => {
    told = true;
    environment.observer.text(text);
  };
  for (let retry = 0; ; retry += 1) {
    const outcome = await boundedCall((inner) => ask(environment, { ...question, signal: inner }, onText), {
      signal,
      timeoutMs: limits.llmApiTimeoutMs,
      clock,
    });
    if (outcome.type === 'done') {
      return outcome.value;
    }
    // What was told cannot be taken back, and another answer would begin anew.
    const pauseMs = retry < RATE_LIMIT_RETRIES && !told ? rateLimitPause(outcome, retry) : null;
    if (pauseMs === null) {
      throw failureOf(outcome, limits.llmApiTimeoutMs);
    }
    environment.hooks.observe('on_rate_limit', { retry: retry + 1, pauseMs });
    const pause = await boundedCall((inner) => sleep(clock, pauseMs, { signal: inner }), {
      signal,
      timeoutMs: null,
      clock,
    });
    if (pause.type !== 'done') {
      throw failureOf(pause, null);
    }
  }
}

async function ask(
  { client, streaming, system, runId }: LoopEnvironment,
  question: Question & Pick<LlmRequest, 'signal'>,
  onText: (text: string) => void,
): Promise<LlmResponse> {
  const { signal } = question;
  const request: LlmRequest = { ...question, runId, ...(system === null ? {} : { system }) };
  if (!streaming) {
    const response = checkedResponse(await client.complete(request));
    const text = messageText(response.message);
    if (text !== '' && !signal.aborted) {
      onText(text);
    }
    return response;
  }
  for await (const event of client.completeStreaming(request)) {
    signal.throwIfAborted();
    if (event?.type === 'response') {
      return checkedResponse(event.response);
    }
    if (event?.type !== 'text-delta' || typeof event.text !== 'string') {
      throw new ModelError({ code: 'invalid-response', reason: 'The stream held what is no stream event.' });
    }
    onText(event.text);
  }
  throw new ModelError({ code: 'incomplete-stream' });
}

function rateLimitPause(outcome: BoundedOutcome<unknown>, retry: number): number | null {
  if (outcome.type !== 'failed' || !(outcome.error instanceof ModelError)) {
    return null;
  }
  if (outcome.error.code !== 'rate-limited') {
    return null;
  }
  const askedMs = outcome.error.retryAfterMs ?? RATE_LIMIT_BACK_OFF_MS * 2 ** retry;
  return Math.min(askedMs, RATE_LIMIT_BACK_OFF_MS_MAX);
}

function failureOf(
  outcome: Exclude<BoundedOutcome<unknown>, { readonly type: 'done' }>,
  timeoutMs: number | null,
): AgentLoopError {
  switch (outcome.type) {
    case 'cancelled':
      return new AgentLoopError({ code: 'cancelled' });
    case 'timed-out':
      return new AgentLoopError({ code: 'model-call-timeout', timeoutMs: timeoutMs ?? 0 });
    case 'failed': {
      const reason = messageOf(outcome.error);
      return new AgentLoopError({ code: 'model-failed', reason }, { cause: outcome.error });
    }
  }
}
