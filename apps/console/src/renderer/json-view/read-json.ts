import { JSON_TEXT_MAX_LENGTH } from './limits.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An object or a list with something in it. */
export type JsonBranch = readonly Json[] | { readonly [name: string]: Json };

export function isBranch(value: Json): value is JsonBranch {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** What a text says as JSON, when that is something with parts; null for all else, which is read best as it stands. */
export function readJson(text: string): JsonBranch | null {
  if (text.length > JSON_TEXT_MAX_LENGTH || !/^\s*[[{]/.test(text)) return null;
  try {
    const value: Json = JSON.parse(text);
    return isBranch(value) ? value : null;
  } catch {
    return null;
  }
}
