import type { GatingHookEventType, HookEventType } from '../kinds/hook-event.js';
import type { HookResponse } from '../kinds/hook-response.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json-value.js';

interface Replaceable {
  readonly field: string;
  readonly fits: (value: JsonValue | undefined) => boolean;
}

/** What hooks may replace of the events that wait for them, `null` for nothing; of the other events they are only told. */
const REPLACEABLE: Partial<Record<HookEventType, Replaceable | null>> = {
  pre_prompt: { field: 'prompt', fits: (value) => typeof value === 'string' },
  pre_tool_use: { field: 'arguments', fits: isJsonObject },
  permission_request: null,
  pre_compact: null,
} satisfies Record<GatingHookEventType, Replaceable | null>;

/** What an answer replaces of what the hook was told; `null` for nothing. */
export function changeOf(type: HookEventType, response: HookResponse): JsonObject | null {
  const data = response.type === 'continue' ? (response.data ?? {}) : {};
  return REPLACEABLE[type] === undefined || Object.keys(data).length === 0 ? null : data;
}

/** Why an answer cannot be taken at an event, or `null` when it can. Where nobody waits for it, it does not matter. */
export function changeFlaw(type: HookEventType, response: HookResponse): string | null {
  const change = changeOf(type, response);
  const replaceable = REPLACEABLE[type] ?? null;
  if (change === null) {
    return null;
  }
  if (replaceable === null) {
    return `of a ${type} event nothing can be replaced`;
  }
  const { field, fits } = replaceable;
  return Object.keys(change).length === 1 && fits(change[field])
    ? null
    : `of a ${type} event only ${field} can be replaced, by another of its kind`;
}
