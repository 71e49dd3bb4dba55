/** Any value that JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Whether `value` is a JSON object rather than an array, a scalar or `null`. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `value` is JSON data of at most `levels` objects and arrays inside each other. */
export function isJsonData(value: unknown, levels: number): value is JsonValue {
  if (typeof value === 'object' && value !== null) {
    return levels > 0 && Object.values(value).every((part) => isJsonData(part, levels - 1));
  }
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
