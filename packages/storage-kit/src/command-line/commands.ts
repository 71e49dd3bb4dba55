import type { Command } from './command.js';
import type { CommandName } from './documents.js';
import { exportCommand } from './export.js';
import { importCommand } from './import.js';
import { inspect } from './inspect.js';
import { recover } from './recover.js';
import { verify } from './verify.js';

/** Every command by the name that calls it. */
export const commands: Readonly<Record<CommandName, Command>> = {
  verify,
  inspect,
  recover,
  export: exportCommand,
  import: importCommand,
};
