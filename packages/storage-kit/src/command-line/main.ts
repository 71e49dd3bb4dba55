import { addAbortSignal } from 'node:stream';
import { systemClock } from '../contract/clock.js';
import { systemSurroundings } from '../journal/system-surroundings.js';
import { ask } from './ask.js';
import { CommandFailure } from './command-failure.js';
import { packageVersion } from './package-version.js';
import { runCommandLine } from './run-command-line.js';
import { TextOutput } from './text-output.js';

// The program `storage-kit`: its streams and signals.

const { stdin, stdout, stderr } = process;
const interruption = new AbortController();
const { signal } = interruption;

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => interruption.abort(new CommandFailure('interrupted', `Interrupted by ${name}`)));
}

/** Touched only by a command that reads it: a terminal would be waited for. */
async function* standardInput(): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks: AsyncIterable<Uint8Array> = addAbortSignal(signal, stdin);
  yield* chunks;
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  surroundings: systemSurroundings,
  clock: systemClock,
  signal,
  input: standardInput(),
  output: new TextOutput(stdout),
  messages: new TextOutput(stderr),
  display: { isTerminal: stderr.isTTY, write: (text) => stderr.write(text) },
  confirm:
    stdin.isTTY && stderr.isTTY
      ? (question) => ask(question, { input: stdin, output: stderr, signal })
      : undefined,
  version: packageVersion,
});

// What a reader that has stalled does not take would keep the process.
if (signal.aborted) process.exit();
