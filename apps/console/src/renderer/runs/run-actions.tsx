import { Play } from 'lucide-react';
import { isTerminal, type Run } from '../../protocol/run.js';
import { HostError } from '../connection/host-error.js';
import { type Command, useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { openDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';

/** What a person can do to a run: let it go on where it waits, or cancel it. */
export function RunActions({ run }: { run: Run }) {
  const command = useCommand('run.continue');
  if (isTerminal(run.status)) return null;
  return (
    <div className="flex flex-col gap-2">
      <RunButtons run={run} command={command} />
      {command.error !== null && <HostError error={command.error} />}
    </div>
  );
}

/** The buttons alone, where what they meet is said elsewhere. */
export function RunButtons({ run, command }: { run: Run; command: Command<'run.continue'> }) {
  const isLive = useIsLive();
  if (isTerminal(run.status)) return null;
  const { waitingFor } = run;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {waitingFor !== null && (
        <Button
          kind="primary"
          icon={Play}
          disabled={command.since !== null || !isLive}
          onClick={() => void command.run({ run: run.id, label: waitingFor })}
        >
          Continue run
        </Button>
      )}
      <Button
        kind="danger"
        disabled={!isLive}
        onClick={() => openDialog({ kind: 'cancel-run', run: run.id })}
      >
        Cancel run…
      </Button>
      {command.since !== null && (
        <PendingNote since={command.since} label="continuing" onCancel={command.cancel} />
      )}
    </div>
  );
}
