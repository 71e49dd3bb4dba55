import type { RunHandle, RunResult } from './run-result.js';

/** A run whose text can be followed. Not following it, or stopping to, does not stop the run. */
export interface RunStream extends RunHandle, AsyncIterable<string> {}

/**
 * Pieces of text on their way to slow readers: what has not been taken yet is joined, never queued piece by piece.
 * Several readers share the text; each ends with it.
 */
export class TextQueue {
  #text = '';
  #done = false;
  #waiting: (() => void)[] = [];

  push(text: string): void {
    this.#text += text;
    this.#wake();
  }

  end(): void {
    this.#done = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const text = this.#text;
      this.#text = '';
      if (text !== '') {
        yield text;
      } else if (this.#done) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
        });
      }
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }
}

/** Makes a stream of a handle and the queue that its text goes into. */
export function runStream(handle: RunHandle, queue: TextQueue): RunStream {
  const end = (): void => queue.end();
  handle.result.then(end, end);
  return { ...handle, [Symbol.asyncIterator]: () => followed(queue, handle.result) };
}

/** The text, then the run's error, if it has one. */
async function* followed(
  queue: TextQueue,
  result: Promise<RunResult>,
): AsyncGenerator<string, void, undefined> {
  yield* queue.read();
  await result;
}
