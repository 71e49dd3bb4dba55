import {
  type AgentSession,
  CapabilityContribution,
  type CapabilityEffect,
  CapabilitySet,
  CapabilityValue,
  CodeCatalogGeneration,
  type Command,
  type CommandContext,
  CommandOutput,
  SessionCapabilityBatch,
} from '../src/index.js';
import { ReadyAdapter } from '../src/testing/index.js';
import { descriptor, hostSource } from './set-builders.js';

/** A command that answers its own name unless it is told what to do. */
export function commandOf(
  name: string,
  execute: Command['execute'] = () => CommandOutput.text(`${name} was here`),
): Command {
  return { name, description: `Does ${name}.`, execute };
}

/** A batch of one host's values, the first of which holds the effects. */
export function valueBatch(
  generation: number,
  values: readonly CapabilityValue[],
  ...effects: readonly CapabilityEffect[]
): SessionCapabilityBatch {
  const source = hostSource();
  const named = values.map((value, index) => {
    const local = `value-${index}`;
    return [descriptor(local, { source, kind: value.kind, publicName: nameOf(value) }), value] as const;
  });
  const set = CapabilitySet.fromContributions(CodeCatalogGeneration.of(generation), [
    new CapabilityContribution(
      source,
      named.map(([one]) => one),
    ),
  ]);
  const batch = SessionCapabilityBatch.create(set);
  for (const [index, [{ id }, value]] of named.entries()) {
    batch.stage(id, new ReadyAdapter(value, ...(index === 0 ? effects : [])));
  }
  return batch;
}

/** A batch of one host's commands. */
export function commandBatch(generation: number, ...commands: readonly Command[]): SessionCapabilityBatch {
  return valueBatch(
    generation,
    commands.map((command) => CapabilityValue.command(command)),
  );
}

/** Registers a command that keeps what it is told. */
export function contextOf(session: AgentSession, name = 'look'): { readonly contexts: CommandContext[] } {
  const contexts: CommandContext[] = [];
  session.registerCommand(
    commandOf(name, (args, context) => {
      contexts.push(context);
      return CommandOutput.text(args);
    }),
  );
  return { contexts };
}

function nameOf(value: CapabilityValue): string {
  if (value.kind === 'command') return value.command.name;
  if (value.kind === 'agent') return value.agent.name;
  throw new Error('only commands and agents are named here');
}
