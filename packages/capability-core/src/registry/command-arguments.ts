import { utf8Length } from '../identity/text-rules.js';
import { COMMAND_OUTPUT_BYTES_MAX } from '../loop/limits.js';

/** Which of the arguments `$1` is: the second one, as texts are written now, or the first, as older ones mean it. */
export type FirstArgument = 0 | 1;

const PLACEHOLDER = /\\?\$(?:ARGUMENTS(?:\[(\d+)\]|(?!\w))|(\d+))/g;

/**
 * Puts arguments into the text of a command: `$ARGUMENTS` is all of them as they were written, `$ARGUMENTS[N]` one of
 * them from 0, `$N` one of them from `first`. One that was not given stays as it is written, and so does what has a
 * backslash before it, without that. A text that takes no arguments gets them at its end.
 *
 * @throws {RangeError} when it would become longer than what a command may answer
 */
export function expandArguments(template: string, args: string, first: FirstArgument): string {
  const words = splitArguments(args);
  const parts = new BoundedText();
  let from = 0;
  let takesNone = true;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [whole, place, number] = match;
    parts.add(template.slice(from, match.index));
    from = match.index + whole.length;
    if (whole.startsWith('\\')) {
      parts.add(whole.slice(1));
      continue;
    }
    takesNone = false;
    const index = number === undefined ? Number(place) : Number(number) - first;
    parts.add(place === undefined && number === undefined ? args : (words[index] ?? whole));
  }
  parts.add(template.slice(from));
  if (takesNone && args !== '') parts.add(`\n\nARGUMENTS: ${args}`);
  return parts.text;
}

/** The line, from 1, on which a text first uses `$1`, where it never uses `$0`; else `null`. */
export function countsFromOne(template: string): number | null {
  const used = [...template.matchAll(PLACEHOLDER)].filter(([whole]) => !whole.startsWith('\\'));
  const one = used.find(([, , number]) => number === '1');
  if (one === undefined || used.some(([, , number]) => number === '0')) return null;
  return template.slice(0, one.index).split('\n').length;
}

/** Words as a shell takes them apart: spaces inside quotes and behind a backslash belong to a word. */
export function splitArguments(text: string): readonly string[] {
  const words: string[] = [];
  let word: string[] | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (/\s/.test(character)) {
      if (word !== null) words.push(word.join(''));
      word = null;
      continue;
    }
    word ??= [];
    const quoted = quotedAt(text, at);
    if (quoted !== null) {
      word.push(quoted.text);
      at = quoted.end;
    } else if (character === '\\' && at + 1 < text.length) {
      at += 1;
      word.push(text.charAt(at));
    } else word.push(character);
  }
  return word === null ? words : [...words, word.join('')];
}

/** A quotation that begins here, and where its closing mark is; a mark that is never closed is one like any other. */
function quotedAt(text: string, start: number): { readonly text: string; readonly end: number } | null {
  const mark = text.charAt(start);
  if (mark === "'") {
    const end = text.indexOf(mark, start + 1);
    return end === -1 ? null : { text: text.slice(start + 1, end), end };
  }
  if (mark !== '"') return null;
  const inside: string[] = [];
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === mark) return { text: inside.join(''), end: at };
    const isEscape = character === '\\' && /["\\]/.test(text.charAt(at + 1));
    if (isEscape) at += 1;
    inside.push(isEscape ? text.charAt(at) : character);
  }
  return null;
}

/** A text that is put together: a short one could ask for a long one thousands of times. */
class BoundedText {
  readonly #parts: string[] = [];
  #bytes = 0;

  add(text: string): void {
    this.#bytes += utf8Length(text);
    if (this.#bytes > COMMAND_OUTPUT_BYTES_MAX) {
      throw new RangeError(
        `With these arguments it would take over ${COMMAND_OUTPUT_BYTES_MAX} bytes; give it shorter ones.`,
      );
    }
    this.#parts.push(text);
  }

  get text(): string {
    return this.#parts.join('');
  }
}
