import {
  Activity,
  Ban,
  ClipboardCopy,
  type Copy,
  GitCompareArrows,
  Keyboard,
  Layers,
  Link2,
  Monitor,
  Moon,
  PackagePlus,
  Play,
  Plus,
  RotateCcw,
  Sun,
  Table2,
  Undo2,
  X,
} from 'lucide-react';
import type { ConsoleState } from '../../protocol/console-state.js';
import { isTerminal } from '../../protocol/run.js';
import type { Session } from '../../protocol/session.js';
import { republication } from '../capabilities/republication.js';
import type { ViewSearch } from '../navigation/view-search.js';
import { runName } from '../shared/format/run-name.js';
import { runState } from '../shared/ui/states.js';
import type { PaletteItem } from './palette-item.js';

/** Where the page is when the palette opens. */
export interface PaletteContext {
  readonly path: string;
  readonly view: ViewSearch;
  /** The session of the screen; null elsewhere. */
  readonly session: string | null;
  /** False while the host does not listen: then nothing is offered that it would have to do. */
  readonly isLive: boolean;
}

type Command = Omit<PaletteItem, 'group' | 'note'> & { readonly note?: string };

/** Everything that can be done now, what concerns the session of the screen first. */
export function commandItems(state: ConsoleState, context: PaletteContext): readonly PaletteItem[] {
  const commands: readonly Command[] = context.isLive
    ? [
        ...sessionCommands(state, context),
        ...runCommands(state),
        ...registryCommands(),
        ...pageCommands(context),
      ]
    : pageCommands(context);
  return commands.map((command) => ({ note: '', ...command, group: 'Commands' }));
}

function sessionCommands(state: ConsoleState, { session: here }: PaletteContext): readonly Command[] {
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

function runCommands({ runs, sessions }: ConsoleState): readonly Command[] {
  const live = runs.filter((run) => !isTerminal(run.status));
  const commands: Command[] = live.flatMap((run) =>
    runState(run) === 'waiting' && run.waitingFor !== null
      ? [
          {
            id: `continue-run ${run.id}`,
            title: `Continue run ${runName(run.id)}`,
            note: `${run.session}, waits at ${run.waitingFor}`,
            keywords: run.prompt,
            icon: Play,
            action: { do: 'continue-run', run: run.id, label: run.waitingFor },
          },
        ]
      : [],
  );
  if (sessions.some((session) => session.state === 'open')) {
    commands.push({
      id: 'start-run',
      title: 'Start run…',
      icon: Play,
      action: { do: 'open', dialog: { kind: 'start-run', session: null } },
    });
  }
  for (const run of live) {
    commands.push({
      id: `cancel-run ${run.id}`,
      title: `Cancel run ${runName(run.id)}…`,
      note: run.session,
      keywords: run.prompt,
      icon: Ban,
      action: { do: 'open', dialog: { kind: 'cancel-run', run: run.id } },
    });
  }
  return commands;
}

function registryCommands(): readonly Command[] {
  return [
    {
      id: 'install-package',
      title: 'Install package…',
      icon: PackagePlus,
      action: { do: 'open', dialog: { kind: 'install-package', digest: null } },
    },
  ];
}

function pageCommands({ path, view, session }: PaletteContext): readonly Command[] {
  const isHeld = view.live === 'off';
  const isTable = view.as === 'table';
  const twin: Command = {
    id: 'twin',
    title: isTable ? 'Show generations as a timeline' : 'Show generations as a table',
    icon: Table2,
    shortcut: 'twin',
    action: { do: 'look', change: { as: isTable ? undefined : 'table' } },
  };
  return [
    ...(session !== null && path.startsWith('/capabilities') ? [twin] : []),
    {
      id: 'live',
      title: isHeld ? 'Follow what is new' : 'Hold what is shown',
      keywords: 'live on off pause',
      icon: Activity,
      shortcut: 'live',
      action: { do: 'look', change: { live: isHeld ? undefined : 'off' } },
    },
    theme('light', 'Theme: light', Sun),
    theme('dark', 'Theme: dark', Moon),
    theme('system', 'Theme: as the system has it', Monitor),
    {
      id: 'copy-link',
      title: 'Copy link to this view',
      icon: Link2,
      action: { do: 'copy', what: 'link' },
    },
    {
      id: 'copy-diagnostics',
      title: 'Copy diagnostics',
      keywords: 'versions report bug health',
      icon: ClipboardCopy,
      action: { do: 'copy', what: 'diagnostics' },
    },
    {
      id: 'shortcuts',
      title: 'Keyboard shortcuts',
      icon: Keyboard,
      shortcut: 'sheet',
      action: { do: 'open', dialog: { kind: 'shortcuts' } },
    },
  ];
}

function theme(choice: 'light' | 'dark' | 'system', title: string, icon: typeof Copy): Command {
  return {
    id: `theme ${choice}`,
    title,
    keywords: 'colour appearance',
    icon,
    action: { do: 'theme', choice },
  };
}
