import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { compiledModules } from '../compiled-modules.js';
import { temporaryLocation } from '../temporary-folder.js';

const rounds = Number(process.env['CHANGEOVER_CRASH_ROUNDS'] ?? 25);

/** A process that opens the store whenever it is told to. */
class Opener {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(modules: string, backend: string, location: string) {
    const program = fileURLToPath(new URL('opener.mjs', import.meta.url));
    const args = [program, pathToFileURL(modules).href, backend, location];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async answer(): Promise<string> {
    const { value } = await this.#lines.next();
    return value;
  }

  open(): Promise<string> {
    this.#child.stdin?.write('\n');
    return this.answer();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await ended;
  }
}

test.each(['sqlite', 'sqlite-file'])(
  `%s: of two processes that open one file at the same time, ${rounds} times, each has it alone or is told that it is locked`,
  async (backend) => {
    const modules = await compiledModules();
    const location = await temporaryLocation();
    await using first = new Opener(modules, backend, location);
    await using second = new Opener(modules, backend, location);
    expect([await first.answer(), await second.answer()]).toEqual(['ready', 'ready']);
    let visits = 0;
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([first.open(), second.open()]);
      const counted = answers.filter((answer) => answer !== 'locked').map(Number);
      const expected = counted.map((_, index) => visits + index + 1);
      expect([...counted].sort((left, right) => left - right)).toEqual(expected);
      expect(counted.length).toBeGreaterThan(0);
      visits += counted.length;
    }
  },
  60_000 + rounds * 1_000,
);
