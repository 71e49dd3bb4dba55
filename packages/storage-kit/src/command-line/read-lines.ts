import { CommandFailure } from './command-failure.js';

export interface InputLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

const lineEnd = 0x0a;

/** The lines of a text in UTF-8. @throws CommandFailure `invalid-input` for a line that is too long, or no UTF-8. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<InputLine, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const decode = (): InputLine => {
    try {
      return { number, text: decoder.decode(Buffer.concat(parts)) };
    } catch (cause) {
      throw new CommandFailure('invalid-input', `Line ${number} is not UTF-8`, { line: number, cause });
    }
  };
  const keep = (part: Uint8Array): void => {
    size += part.length;
    if (size > maxLineBytes) {
      const message = `Line ${number} is longer than ${maxLineBytes} bytes`;
      throw new CommandFailure('invalid-input', message, { line: number });
    }
    if (part.length > 0) parts.push(part);
  };
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      keep(chunk.subarray(from, end));
      yield decode();
      parts = [];
      size = 0;
      number += 1;
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (size > 0) yield decode();
}
