import { type Command, type CommandContext, CommandOutput } from '../kinds/command.js';

/** Names of the commands that every session has; no other command has them. */
export const BUILT_IN_COMMAND_NAMES: readonly string[] = Object.freeze([
  'help',
  'compact',
  'cost',
  'model',
  'clear',
  'history',
  'tools',
  'mcp',
]);

/** The commands that every session has; `others` are listed by help too. */
export function builtInCommands(others: Iterable<Command>): readonly Command[] {
  const help: Command = {
    name: 'help',
    description: 'Lists the commands, or says how one is used.',
    usage: '/help [command]',
    execute: (args) => CommandOutput.text(helpText(args, all)),
  };
  const all: readonly Command[] = [help, ...PLAIN, ...others];
  return [help, ...PLAIN];
}

const PLAIN: readonly Command[] = [
  {
    name: 'compact',
    description: 'Replaces the conversation by a summary of it.',
    execute: (_args, { historyLength }) =>
      historyLength === 0
        ? CommandOutput.text('There is nothing to compact yet.')
        : CommandOutput.action(`${messages(historyLength)} replaced by a summary.`, { type: 'compact' }),
  },
  {
    name: 'cost',
    description: 'Says how many tokens the session has used.',
    execute: (_args, { usage: { promptTokens, completionTokens, totalTokens } }) =>
      CommandOutput.text(
        `${totalTokens} tokens so far: ${promptTokens} in prompts, ${completionTokens} in answers.`,
      ),
  },
  {
    name: 'model',
    description: 'Names the model, or changes to another one.',
    usage: '/model [name]',
    execute: (args, context) =>
      args === ''
        ? CommandOutput.text(context.model === null ? 'The model has no name.' : `Model: ${context.model}`)
        : CommandOutput.action(`Model: ${args}`, { type: 'switch-model', model: args }),
  },
  {
    name: 'clear',
    description: 'Forgets the conversation.',
    execute: (_args, { historyLength }) =>
      CommandOutput.action(`${messages(historyLength)} forgotten.`, { type: 'clear-history' }),
  },
  {
    name: 'history',
    description: 'Says how long the conversation is.',
    execute: (_args, { historyLength }) =>
      CommandOutput.text(`${messages(historyLength)} in the conversation.`),
  },
  {
    name: 'tools',
    description: 'Lists the tools.',
    execute: (_args, { toolNames }) => CommandOutput.text(listOf('tools', toolNames)),
  },
  {
    name: 'mcp',
    description: 'Lists the MCP servers.',
    execute: (_args, { mcpServers }) => CommandOutput.text(listOf('MCP servers', mcpServers.map(serverLine))),
  },
];

function helpText(args: string, all: readonly Command[]): string {
  const asked = args.replace(/^\//u, '');
  const [one] = all.filter(({ name }) => name === asked);
  if (one !== undefined) {
    return `${one.usage ?? `/${one.name}`}: ${one.description}`;
  }
  const head = asked === '' ? 'The commands:' : `There is no command /${asked}. The commands:`;
  return [head, ...all.map(({ name, description }) => `/${name}: ${description}`)].join('\n');
}

function messages(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}

function serverLine({ name, tools }: CommandContext['mcpServers'][number]): string {
  return `${name} (${tools === 1 ? '1 tool' : `${tools} tools`})`;
}

function listOf(what: string, names: readonly string[]): string {
  return names.length === 0 ? `There are no ${what}.` : [`The ${what}:`, ...names].join('\n');
}
