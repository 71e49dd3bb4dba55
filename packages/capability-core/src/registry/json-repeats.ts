import { parseJsonFile } from './json-file.js';

/** A key that a map of a JSON file has already. */
export interface RepeatedKey {
  readonly key: string;
  /** From 1. */
  readonly line: number;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** Keys that the engine, which keeps the last of them, says nothing about. There are none in what is no JSON. */
export function* repeatedKeys(text: string): Generator<RepeatedKey> {
  if (!parseJsonFile(text).ok) return;
  // A list has no keys; its strings are never followed by a colon.
  const open: Set<string>[] = [];
  let line = 1;
  let counted = 0;
  for (const { 0: token, 1: string, 2: colon, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (string !== undefined && colon !== undefined) {
      const key = String(JSON.parse(string));
      const keys = open.at(-1);
      if (keys?.has(key) === true) {
        for (; counted < index; counted += 1) if (text[counted] === '\n') line += 1;
        yield { key, line };
      }
      keys?.add(key);
    }
  }
}
