import { Ban, Play } from 'lucide-react';
import type { ConsoleState } from '../../protocol/console-state.js';
import { isTerminal } from '../../protocol/run.js';
import { runName } from '../shared/format/run-name.js';
import { runState } from '../shared/ui/states.js';
import type { Command } from './command.js';

/** What can be done with the live runs: those that wait for a person first. */
export function runCommands({ runs, sessions }: ConsoleState): readonly Command[] {
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
