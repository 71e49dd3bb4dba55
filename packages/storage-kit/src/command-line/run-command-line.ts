import type { Clock } from '../contract/clock.js';
import type { FileStoreSurroundings } from '../journal/system-surroundings.js';
import type { CommandResult } from './command.js';
import { CommandFailure, failureOf } from './command-failure.js';
import { commands } from './commands.js';
import type { CommandDocument, CommandName, FailureDocument } from './documents.js';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-code.js';
import { type ParsedArguments, parseArguments, wantsDocument } from './parse-arguments.js';
import { Progress, type ProgressDisplay } from './progress.js';
import type { TextOutput } from './text-output.js';
import { usageOf, usageOfAll } from './usage.js';

/** What the command line stands on. */
export interface CommandLineParts {
  readonly surroundings: FileStoreSurroundings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: TextOutput;
  readonly messages: TextOutput;
  readonly display: ProgressDisplay;
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  readonly version: () => Promise<string>;
}

/** Runs one command line. It never rejects: whatever happens is said, and is the exit code. */
export async function runCommandLine(args: readonly string[], parts: CommandLineParts): Promise<ExitCode> {
  const isDocumentWanted = wantsDocument(args);
  const progress = new Progress({ ...parts, display: isDocumentWanted ? undefined : parts.display });
  let parsed: ParsedArguments | undefined;
  try {
    parsed = parseArguments(args, commands);
    const { document, text } = await answer(parsed, isDocumentWanted, progress, parts);
    progress.end();
    if (isDocumentWanted) print(document, parts);
    else if (text !== '') parts.output.say(text);
    return document.exitCode;
  } catch (error) {
    progress.end();
    const failure = failureOf(error, parts.signal);
    const command = parsed?.kind === 'command' ? parsed.command.name : undefined;
    const document = failureDocument(failure, command);
    if (isDocumentWanted) print(document, parts);
    else complain(failure, args, parts);
    return document.exitCode;
  }
}

async function answer(
  parsed: ParsedArguments,
  isDocumentWanted: boolean,
  progress: Progress,
  parts: CommandLineParts,
): Promise<CommandResult> {
  if (parsed.kind === 'version') return textResult(await parts.version());
  if (parsed.kind === 'help') {
    const { command } = parsed;
    return textResult(command === undefined ? usageOfAll(Object.values(commands)) : usageOf(command));
  }
  const { command, path, options } = parsed;
  if (isDocumentWanted && command.name === 'export' && options.text('output') === undefined) {
    throw new CommandFailure(
      'wrong-usage',
      'The records and a document cannot both go to standard output: with --json, name a file with --output',
    );
  }
  parts.signal.throwIfAborted();
  return command.run(path, options, {
    ...parts,
    progress,
    say: (text) => (isDocumentWanted ? undefined : parts.output.say(text)),
    confirm: isDocumentWanted ? undefined : parts.confirm,
  });
}

function textResult(text: string): CommandResult {
  return { document: { exitCode: exitCodes.done, text }, text };
}

function print(document: CommandDocument, { output }: CommandLineParts): void {
  // It stays JSON: the control characters that JSON lets stand are escaped as JSON does it.
  output.say(JSON.stringify(document));
}

function failureDocument(
  { code, message, facts }: CommandFailure,
  command: CommandName | undefined,
): FailureDocument {
  return {
    ...(command === undefined ? {} : { command }),
    exitCode: exitCodeOf(code),
    code,
    message,
    ...facts,
  };
}

function complain(
  { code, message }: CommandFailure,
  args: readonly string[],
  { messages }: CommandLineParts,
): void {
  // Whoever closed the pipe knows.
  if (code === 'output-closed') return;
  messages.say(`storage-kit: ${message}`);
  if (code !== 'wrong-usage') return;
  const command = Object.values(commands).find(({ name }) => name === args[0]);
  messages.say(command === undefined ? usageOfAll(Object.values(commands)) : usageOf(command));
}
