import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { runName } from '../shared/format/run-name.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Window } from '../shared/ui/window.js';

export function CancelRunDialog({ run }: { run: string }) {
  const command = useCommand('run.cancel');
  const closeOwn = useCloseOwnDialog();
  const isLive = useIsLive();
  const cancel = async (): Promise<void> => {
    if ((await command.run({ run })) !== null) closeOwn();
  };
  return (
    <Window
      title={`Cancel run ${runName(run)}?`}
      description="It stops at its next step, gives up its generation, and cannot go on afterwards."
      onClose={closeDialog}
    >
      {command.error !== null && <HostError error={command.error} />}
      <div className="flex items-center justify-end gap-2">
        {command.since !== null && (
          <PendingNote since={command.since} label="cancelling" onCancel={command.cancel} />
        )}
        <Button onClick={closeDialog}>Keep running</Button>
        <Button kind="danger" disabled={command.since !== null || !isLive} onClick={() => void cancel()}>
          Cancel run
        </Button>
      </div>
    </Window>
  );
}
