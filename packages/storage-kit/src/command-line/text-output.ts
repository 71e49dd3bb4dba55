import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { CommandFailure } from './command-failure.js';

/** Everything that a terminal would obey, but for the end of a line. */
const controlCharacters = /[^\P{Cc}\n]/gu;

/** Text for people. What comes from a file must not move the cursor or ring the bell. */
export function plainText(text: string): string {
  return text.replace(
    controlCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A stream that text is written to. That nobody reads it any more is no error of the program. */
export class TextOutput {
  readonly #stream: Writable;
  #failure: Error | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error) => {
      this.#failure = error;
    });
  }

  /**
   * Resolves when the stream takes more.
   *
   * @throws CommandFailure `output-closed` when nobody reads, `io`; the signal's reason.
   */
  async write(data: string | Uint8Array, signal?: AbortSignal): Promise<void> {
    this.#check();
    if (this.#stream.write(data)) return;
    try {
      await once(this.#stream, 'drain', { signal });
    } catch (error) {
      signal?.throwIfAborted();
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
    this.#check();
  }

  /** Text for people, with a line end behind it; dropped when nobody reads. */
  say(text: string): void {
    if (this.#failure === undefined) this.#stream.write(`${plainText(text)}\n`);
  }

  #check(): void {
    if (this.#failure === undefined) return;
    const isClosed = 'code' in this.#failure && this.#failure.code === 'EPIPE';
    const [code, message] = isClosed
      ? (['output-closed', 'Nobody reads the output any more'] as const)
      : (['io', `Could not write the output: ${this.#failure.message}`] as const);
    throw new CommandFailure(code, message, { cause: this.#failure });
  }
}
