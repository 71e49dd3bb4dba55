import type { Hook } from '../kinds/hook.js';
import type { HookEvent } from '../kinds/hook-event.js';
import type { HookResponse } from '../kinds/hook-response.js';
import type { JsonObject } from '../model/json-value.js';
import type { HookEnd } from './hook-call.js';
import { changeOf } from './hook-change.js';

/** What the hooks of a gating event have decided. */
export type HookDecision =
  /** `change` holds the fields that the last hook to change any has replaced, here and where a person is asked. */
  | { readonly type: 'continue'; readonly change: JsonObject | null }
  | { readonly type: 'refuse'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly type: 'escalate'; readonly reason: string; readonly change: JsonObject | null }
  | { readonly type: 'cancelled' };

/**
 * Asks hooks one after the other. The first that does not go on decides. Each is told what those before it have
 * changed, so that none can be got round by one that runs earlier.
 */
export async function decideByHooks(
  hooks: readonly Hook[],
  event: HookEvent,
  call: (hook: Hook, event: HookEvent) => Promise<HookEnd>,
): Promise<HookDecision> {
  let change: JsonObject | null = null;
  for (const hook of hooks) {
    const data: JsonObject = Object.freeze({ ...event.data, ...change });
    const end = await call(hook, Object.freeze({ ...event, data }));
    if (end.type === 'cancelled') {
      return end;
    }
    if (end.type !== 'done') {
      const why = end.type === 'timed-out' ? `timed out after ${hook.config.timeoutMs} ms` : 'failed';
      return refusal(`the hook "${hook.id}" ${why}, and without its word nothing goes on`);
    }
    const response = end.value;
    if (response.type === 'skip') {
      return { type: 'continue', change: null };
    }
    if (response.type !== 'continue') {
      return decisionOf(response, change);
    }
    change = changeOf(event.type, response) ?? change;
  }
  return { type: 'continue', change };
}

function decisionOf(
  response: Exclude<HookResponse, { readonly type: 'continue' | 'skip' }>,
  change: JsonObject | null,
): HookDecision {
  switch (response.type) {
    case 'block':
      return refusal(response.reason);
    case 'retry':
      return refusal(response.reason, response.afterMs);
    case 'escalate': {
      const { reason, target } = response;
      return {
        type: 'escalate',
        reason: target === undefined ? reason : `${reason} (for ${target})`,
        change,
      };
    }
  }
}

function refusal(reason: string, retryAfterMs: number | null = null): HookDecision {
  return { type: 'refuse', reason, retryAfterMs };
}
