import { useState } from 'react';
import { REASON_MAX_LENGTH } from '../../protocol/limits.js';
import { isTerminal } from '../../protocol/run.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { TextField } from '../shared/ui/field.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Window } from '../shared/ui/window.js';
import { useBatch, useSessionRuns } from './use-session.js';

/** Closing cannot be taken back, so it is confirmed by the session's name. */
export function CloseSessionDialog({ session }: { session: string }) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const command = useCommand('session.close');
  const closeOwn = useCloseOwnDialog();
  const isLive = useIsLive();
  const live = useSessionRuns(session).filter((run) => !isTerminal(run.status)).length;
  const batch = useBatch(session);

  const close = async (): Promise<void> => {
    const text = reason.trim();
    const done = await command.run({ id: session, reason: text === '' ? null : text });
    if (done !== null) closeOwn();
  };

  return (
    <Window
      title={`Close session ${session}?`}
      description="Its effects are undone in reverse order. It admits no run any more and cannot be opened again."
      onClose={closeDialog}
    >
      <ul className="list-disc pl-4 text-muted">
        <li>{live === 0 ? 'No run is live.' : `${formatPlural(live, 'live run')} will be cancelled.`}</li>
        {batch?.endedAt === null && <li>The batch that is preparing will be rolled back.</li>}
        <li>Its history stays in the store.</li>
      </ul>
      <TextField
        label="Type the session’s name to confirm"
        placeholder={session}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TextField
        label="Reason"
        hint="optional; goes into the activity log"
        value={reason}
        maxLength={REASON_MAX_LENGTH}
        onChange={(event) => setReason(event.target.value)}
      />
      {command.error !== null && <HostError error={command.error} />}
      <div className="flex items-center justify-end gap-2">
        {command.since !== null && (
          <PendingNote since={command.since} label="closing" onCancel={command.cancel} />
        )}
        <Button onClick={closeDialog}>Keep it open</Button>
        <Button
          kind="danger"
          disabled={typed !== session || command.since !== null || !isLive}
          onClick={() => void close()}
        >
          Close session
        </Button>
      </div>
    </Window>
  );
}
