import { z } from 'zod';
import { messageOf } from '../lifecycle/bounded-message.js';
import { ModelError } from '../model/model-error.js';
import { retryAfterMs } from '../model/retry-after.js';

/** What the AI SDK's error of a failed API call holds. */
const apiCallSchema = z.object({
  statusCode: z.int().optional(),
  isRetryable: z.boolean(),
  responseHeaders: z.record(z.string(), z.string().optional()).optional().catch(undefined),
});

/** The error of a call that a model of the AI SDK failed with `cause`. */
export function providerFailure(cause: unknown, now: number): ModelError {
  if (cause instanceof ModelError) return cause;
  const reason = messageOf(cause);
  const call = apiCallSchema.safeParse(cause);
  const status = call.data?.statusCode ?? null;
  if (call.success && status === null) {
    return new ModelError({ code: 'provider-unreachable', reason }, { cause });
  }
  if (call.success && call.data.isRetryable) {
    const headers = call.data.responseHeaders;
    const wait = retryAfterMs((name) => headers?.[name] ?? null, now);
    return new ModelError({ code: 'rate-limited', retryAfterMs: wait }, { cause });
  }
  return new ModelError({ code: 'provider-refused', status, reason }, { cause });
}
