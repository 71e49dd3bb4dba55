import type { Command, CommandOption } from './command.js';

const everyOption: Readonly<Record<string, CommandOption>> = {
  json: { meaning: 'print exactly one JSON document, and no progress' },
  help: { meaning: 'print this' },
};

const exitCodesText = `Exit codes
  0    done, and the store is sound
  1    the store is damaged; recover: and nothing was written yet, since nobody agreed
  2    the command line was not understood
  3    another process has the store open
  4    anything else
  130  interrupted`;

/** How the program is called. */
export function usageOfAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: storage-kit <command> <path> [options]

Looks after a store in SQLite on a file: the snapshot at <path>, and its journal beside it.

Commands
${lines.join('\n')}

storage-kit <command> --help tells more. storage-kit --version prints the version.

${exitCodesText}`;
}

/** How one command is called. */
export function usageOf({ name, description, options }: Command): string {
  const all = Object.entries({ ...options, ...everyOption }).map(
    ([option, { value, meaning }]) =>
      [`--${option}${value === undefined ? '' : ` <${value}>`}`, meaning] as const,
  );
  const width = Math.max(...all.map(([option]) => option.length));
  const lines = all.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`);
  return `Usage: storage-kit ${name} <path> [options]

${description}

Options
${lines.join('\n')}`;
}
