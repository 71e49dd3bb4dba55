import { GitCompareArrows, Layers, Play, Plus, RotateCcw, Undo2, X } from 'lucide-react';
import type { ConsoleState } from '../../protocol/console-state.js';
import type { Session } from '../../protocol/session.js';
import { republication } from '../capabilities/republication.js';
import type { Command } from './command.js';
import type { PaletteContext } from './palette-context.js';

/** What can be done with each session and with its generations, first with the session of the screen. */
export function sessionCommands(state: ConsoleState, { session: here }: PaletteContext): readonly Command[] {
  const sessions = [...state.sessions]
    .reverse()
    .sort((a, b) => Number(b.id === here) - Number(a.id === here));
  return [
    ...sessions.flatMap((session) => commandsOf(session, state)),
    {
      id: 'create-session',
      title: 'New session…',
      icon: Plus,
      action: { do: 'open', dialog: { kind: 'create-session' } },
    },
  ];
}

function commandsOf(session: Session, state: ConsoleState): readonly Command[] {
  const { id } = session;
  const batch = state.batches.find((item) => item.session === id);
  const isTaking = session.state === 'open' || session.state === 'needs-you';
  const commands: Command[] = [];
  if (isTaking && batch?.state === 'preparing') {
    commands.push({
      id: `cancel-batch ${id}`,
      title: `Cancel the batch of ${id}`,
      note: `generation ${batch.target.generation}`,
      icon: Undo2,
      action: { do: 'cancel-batch', session: id, batch: batch.id },
    });
  }
  if (isTaking && (batch === undefined || batch.endedAt !== null)) commands.push(applyCommand(id));
  if (session.state === 'open') {
    commands.push({
      id: `start-run ${id}`,
      title: `Start run in ${id}…`,
      note: `generation ${session.stamp.generation}`,
      icon: Play,
      action: { do: 'open', dialog: { kind: 'start-run', session: id } },
    });
  }
  commands.push(...generationCommands(session, state));
  if (isTaking) {
    commands.push({
      id: `close-session ${id}`,
      title: `Close session ${id}…`,
      icon: X,
      action: { do: 'open', dialog: { kind: 'close-session', session: id } },
    });
  }
  return commands;
}

function applyCommand(session: string): Command {
  return {
    id: `apply-batch ${session}`,
    title: `Apply batch to ${session}…`,
    icon: Layers,
    action: { do: 'open', dialog: { kind: 'apply-batch', session } },
  };
}

function generationCommands(session: Session, state: ConsoleState): readonly Command[] {
  const own = state.generations.filter((item) => item.session === session.id).reverse();
  const [newest, before] = own;
  const commands: Command[] = [];
  if (newest !== undefined) {
    const [from, to] = [before?.generation ?? newest.generation - 1, newest.generation];
    commands.push({
      id: `compare ${session.id}`,
      title: `Compare generations ${from} and ${to} of ${session.id}`,
      icon: GitCompareArrows,
      action: {
        do: 'go',
        to: { path: `/capabilities/${session.id}`, search: { from, to }, hash: 'compare' },
      },
    });
  }
  for (const generation of own.filter((item) => item.state !== 'current')) {
    const { preset } = republication(generation, session, state.registry);
    if (preset === null) continue;
    commands.push({
      id: `publish-again ${session.id} ${generation.generation}`,
      title: `Publish generation ${generation.generation} of ${session.id} again…`,
      icon: RotateCcw,
      action: { do: 'open', dialog: { kind: 'apply-batch', session: session.id, preset } },
    });
  }
  return commands;
}
