import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { CommandFailure } from './command-failure.js';

/** The options of a command by name: true for a switch, a text for the rest. */
export class ParsedOptions {
  readonly #values: Readonly<Record<string, string | boolean | undefined>>;

  constructor(values: Readonly<Record<string, string | boolean | undefined>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }
}

export type ParsedArguments =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly path: string;
      readonly options: ParsedOptions;
    };

type Commands = Readonly<Record<string, Command>>;

/** @throws CommandFailure `wrong-usage` */
export function parseArguments(args: readonly string[], commands: Commands): ParsedArguments {
  const [first = '', ...rest] = args;
  if (first.startsWith('-') || first === '') return parseWithoutCommand(args);
  if (first === 'help') return { kind: 'help', command: undefined };
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command === undefined) throw wrongUsage(`There is no command ${JSON.stringify(first)}`);
  return parseCommand(command, rest);
}

/** Whether a document is wanted, also from a command line that is not understood otherwise. */
export function wantsDocument(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

function parseWithoutCommand(args: readonly string[]): ParsedArguments {
  const { values } = parse(args, { help: 'boolean', version: 'boolean', json: 'boolean' });
  if (values['help'] === true) return { kind: 'help', command: undefined };
  if (values['version'] === true) return { kind: 'version' };
  throw wrongUsage('A command is missing');
}

function parseCommand(command: Command, args: readonly string[]): ParsedArguments {
  const types: Record<string, 'boolean' | 'string'> = { help: 'boolean', json: 'boolean' };
  for (const [name, { value }] of Object.entries(command.options)) {
    types[name] = value === undefined ? 'boolean' : 'string';
  }
  const { values, positionals } = parse(args, types);
  if (values['help'] === true) return { kind: 'help', command };
  const [path, ...more] = positionals;
  if (path === undefined || path === '') throw wrongUsage(`${command.name} needs the path of a store`);
  if (more.length > 0)
    throw wrongUsage(`${command.name} takes one path, and ${positionals.length} are given`);
  if (path.includes('\0')) throw wrongUsage('A path has no NUL');
  return { kind: 'command', command, path, options: new ParsedOptions(values) };
}

function parse(
  args: readonly string[],
  types: Readonly<Record<string, 'boolean' | 'string'>>,
): {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
} {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const names = tokens.filter((token) => token.kind === 'option').map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw wrongUsage(`--${twice} is given twice`);
    return { values, positionals };
  } catch (error) {
    if (error instanceof TypeError) throw wrongUsage(error.message, error);
    throw error;
  }
}

function wrongUsage(message: string, cause?: unknown): CommandFailure {
  return new CommandFailure('wrong-usage', message, { cause });
}
