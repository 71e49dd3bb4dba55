import type { Clock } from '../contract/clock.js';
import type { FileStoreSurroundings } from '../journal/system-surroundings.js';
import type { CommandDocument, CommandName } from './documents.js';
import type { ParsedOptions } from './parse-arguments.js';
import type { Progress } from './progress.js';
import type { TextOutput } from './text-output.js';

/** What a command works with. */
export interface CommandContext {
  readonly surroundings: FileStoreSurroundings;
  readonly clock: Clock;
  /** Ends the command, which then leaves nothing half-done and no lock. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly input: AsyncIterable<Uint8Array>;
  /** For what a command makes piece by piece. */
  readonly output: TextOutput;
  /** Text for people on the way; dropped when a document is wanted. */
  readonly say: (text: string) => void;
  /** Asks for leave; absent where nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

export interface CommandResult<Document extends CommandDocument = CommandDocument> {
  readonly document: Document;
  /** The same for people. Empty when all has been said. */
  readonly text: string;
}

export interface CommandOption {
  /** What its value is called; absent for a switch. */
  readonly value?: string;
  readonly meaning: string;
}

export interface Command {
  readonly name: CommandName;
  /** In one line. */
  readonly summary: string;
  readonly description: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  run(path: string, options: ParsedOptions, context: CommandContext): Promise<CommandResult>;
}
