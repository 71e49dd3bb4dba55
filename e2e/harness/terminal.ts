import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { START_TIMEOUT_MS } from './limits.js';

const LOOK_EVERY_MS = 25;

/**
 * All that a program printed, as its terminal would show it. It is read from a file, because a program may print
 * before a driver that started it hands out its streams.
 */
export class Terminal {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  async text(): Promise<string> {
    return readFile(this.file, 'utf8');
  }

  /** Waits until the program has printed a match. */
  async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const text = await this.text();
      const match = pattern.exec(text);
      if (match !== null) return match;
      if (Date.now() > deadline) {
        throw new Error(`${pattern} was not printed within ${START_TIMEOUT_MS} ms, but:\n${text}`);
      }
      await pause(LOOK_EVERY_MS);
    }
  }
}
