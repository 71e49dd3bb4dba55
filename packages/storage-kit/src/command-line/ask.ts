import { createInterface } from 'node:readline/promises';

export interface AskParts {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Whether the answer begins with a y. No answer at all is a no. @throws the signal's reason */
export async function ask(question: string, { input, output, signal }: AskParts): Promise<boolean> {
  // Left to itself, the terminal makes a signal of Ctrl-C.
  const reader = createInterface({ input, output, terminal: false });
  // At the end of the input no answer comes any more.
  const closed = new Promise<string>((resolve) => {
    reader.once('close', () => resolve(''));
  });
  try {
    const answer = await Promise.race([reader.question(`${question} [y/N] `, { signal }), closed]);
    signal.throwIfAborted();
    return answer.trim().toLowerCase().startsWith('y');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    reader.close();
  }
}
