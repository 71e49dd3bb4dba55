import type { HookEventType } from '../kinds/hook-event.js';
import type { HookResponse } from '../kinds/hook-response.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json-value.js';

interface Replaceable {
  readonly field: string;
  readonly fits: (value: JsonValue | undefined) => boolean;
}

/** The field of an event's data that hooks may replace; of the other events they are only told. */
const REPLACEABLE: Partial<Record<HookEventType, Replaceable>> = {
  pre_prompt: { field: 'prompt', fits: (value) => typeof value === 'string' },
  pre_tool_use: { field: 'arguments', fits: isJsonObject },
};

/** What an answer replaces of what the hook was told; `null` for nothing. */
export function changeOf(type: HookEventType, response: HookResponse): JsonObject | null {
  const data = response.type === 'continue' ? (response.data ?? {}) : {};
  return REPLACEABLE[type] === undefined || Object.keys(data).length === 0 ? null : data;
}

/** Why an answer cannot be taken at an event, or `null` when it can. Where there is nothing to replace, it does not matter. */
export function changeFlaw(type: HookEventType, response: HookResponse): string | null {
  const replaceable = REPLACEABLE[type];
  const change = changeOf(type, response);
  if (replaceable === undefined || change === null) {
    return null;
  }
  const { field, fits } = replaceable;
  return Object.keys(change).length === 1 && fits(change[field])
    ? null
    : `it may replace only ${field}, by another of its kind`;
}
