import { messageOf } from '../lifecycle/bounded-message.js';

/** A JSON document, or where it is broken. */
export type JsonFile =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string; readonly line: number | undefined };

/** Parses the text of a JSON file; a byte order mark in front is allowed. */
export function parseJsonFile(text: string): JsonFile {
  const source = text.replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(source);
    return { ok: true, value };
  } catch (error) {
    const reason = messageOf(error);
    return { ok: false, reason, line: errorLine(source, reason) };
  }
}

/** Whether a value of a JSON file is a map of names to values. */
export function isJsonMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function errorLine(source: string, reason: string): number | undefined {
  const offset = errorOffset(source, reason);
  return offset === undefined ? undefined : source.slice(0, offset).split('\n').length;
}

/** Characters that V8 shows on each side of the one at fault. */
const CONTEXT_CHARS = 10;

/** The engine tells the position, or quotes the text around it, or says that the text ended too early. */
function errorOffset(source: string, reason: string): number | undefined {
  const position = /position (\d+)/.exec(reason)?.[1];
  if (position !== undefined) return Number(position);
  if (/end of JSON/.test(reason)) return source.length;
  const quoted = /^Unexpected token .*?, (\.\.\.)?"([\s\S]*)"(\.\.\.)? +is not valid JSON$/.exec(reason);
  const [, cutBefore, context = '', cutAfter] = quoted ?? [];
  const start = context === '' ? -1 : source.indexOf(context);
  if (start === -1) return undefined;
  if (cutBefore !== undefined) return start + CONTEXT_CHARS;
  return cutAfter === undefined ? undefined : context.length - CONTEXT_CHARS;
}
