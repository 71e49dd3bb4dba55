import { z } from 'zod';
import { utf8Length } from '../identity/text-rules.js';
import { boundedMessage } from '../lifecycle/bounded-message.js';
import { deepFreeze } from '../lifecycle/deep-freeze.js';
import { isJsonData, isJsonObject, type JsonObject } from '../model/json-value.js';
import { MODEL_ARGUMENTS_DEPTH_MAX } from '../model/limits.js';
import { HOOK_DATA_BYTES_MAX, HOOK_RETRY_AFTER_MS_MAX } from './limits.js';

/** What a hook answers. The answers to events that nobody waits for change nothing. */
export type HookResponse =
  /** Go on. `data` replaces fields of the event's: `prompt` of `pre_prompt`, `arguments` of `pre_tool_use`. */
  | { readonly type: 'continue'; readonly data?: JsonObject }
  /** Refuse it; the reason is told to the model where one waits for the answer. */
  | { readonly type: 'block'; readonly reason: string }
  /** Refuse it now; it may be asked again after so many milliseconds, at most an hour. */
  | { readonly type: 'retry'; readonly reason: string; readonly afterMs: number }
  /** Go on, ask no further hook, and forget what earlier ones have changed. */
  | { readonly type: 'skip' }
  /** Let a person decide about a tool call, even one that the permission policy allows; refuse anything else. */
  | { readonly type: 'escalate'; readonly reason: string; readonly target?: string };

/** Makes the answers of hooks. */
export const HookResponse = {
  continue(data?: JsonObject): HookResponse {
    return data === undefined ? { type: 'continue' } : { type: 'continue', data };
  },

  block(reason: string): HookResponse {
    return { type: 'block', reason };
  },

  retry(reason: string, afterMs: number): HookResponse {
    return { type: 'retry', reason, afterMs };
  },

  skip(): HookResponse {
    return { type: 'skip' };
  },

  escalate(reason: string, target?: string): HookResponse {
    return target === undefined ? { type: 'escalate', reason } : { type: 'escalate', reason, target };
  },
};

/** An answer that was looked at: a frozen copy of it, or why it is none. */
export type CheckedHookResponse =
  | { readonly type: 'sound'; readonly response: HookResponse }
  | { readonly type: 'flawed'; readonly reason: string };

/** Cut to 1,024 bytes. */
const boundedText = z.string().transform((text) => boundedMessage(text, 'no reason was given'));

const responseSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('continue'), data: z.unknown().optional() }),
  z.object({ type: z.literal('block'), reason: boundedText }),
  z.object({
    type: z.literal('retry'),
    reason: boundedText,
    afterMs: z.int().min(0).max(HOOK_RETRY_AFTER_MS_MAX),
  }),
  z.object({ type: z.literal('skip') }),
  z.object({ type: z.literal('escalate'), reason: boundedText, target: boundedText.optional() }),
]);

/** Checks what a handler gave back: its form, and that its data is JSON of at most 1 MiB. Reasons are cut to 1 KiB. */
export function checkHookResponse(value: unknown): CheckedHookResponse {
  const parsed = responseSchema.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    return flawed(path === '' || path === 'type' ? 'it is no hook response' : `its ${path} is refused`);
  }
  const response = parsed.data;
  switch (response.type) {
    case 'continue':
      return response.data === undefined ? sound({ type: 'continue' }) : continueWith(response.data);
    case 'block':
    case 'retry':
    case 'skip':
      return sound(response);
    case 'escalate':
      return sound(HookResponse.escalate(response.reason, response.target));
  }
}

function continueWith(data: unknown): CheckedHookResponse {
  if (!isJsonData(data, MODEL_ARGUMENTS_DEPTH_MAX) || !isJsonObject(data)) {
    return flawed(`its data is no JSON object of at most ${MODEL_ARGUMENTS_DEPTH_MAX} levels`);
  }
  const json = JSON.stringify(data);
  const bytes = utf8Length(json);
  return bytes > HOOK_DATA_BYTES_MAX
    ? flawed(`its data takes ${bytes} bytes; at most ${HOOK_DATA_BYTES_MAX} are accepted`)
    : sound({ type: 'continue', data: JSON.parse(json) });
}

function sound(response: HookResponse): CheckedHookResponse {
  return { type: 'sound', response: deepFreeze(response) };
}

function flawed(why: string): CheckedHookResponse {
  return { type: 'flawed', reason: why };
}
