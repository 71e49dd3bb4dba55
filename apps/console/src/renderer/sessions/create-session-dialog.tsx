import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NAME_MAX_LENGTH } from '../../protocol/limits.js';
import { SESSION_NAME, SESSION_NAME_RULE } from '../../protocol/session-name.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { TextField } from '../shared/ui/field.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Window } from '../shared/ui/window.js';

export function CreateSessionDialog() {
  const [name, setName] = useState('');
  const command = useCommand('session.create');
  const closeOwn = useCloseOwnDialog();
  const isLive = useIsLive();
  const navigate = useNavigate();
  const id = name.trim();

  const create = async (): Promise<void> => {
    const created = await command.run({ id });
    if (created === null) return;
    closeOwn();
    await navigate({ to: '/capabilities/$session', params: { session: created.id } });
  };

  return (
    <Window
      title="New session"
      description="A session has its own capabilities, generations and runs. It starts without any."
      onClose={closeDialog}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          label="Name"
          hint={`${SESSION_NAME_RULE}.`}
          aria-invalid={id !== '' && !SESSION_NAME.test(id)}
          placeholder="atlas-dev"
          value={name}
          maxLength={NAME_MAX_LENGTH}
          onChange={(event) => setName(event.target.value)}
        />
        {command.error !== null && <HostError error={command.error} />}
        <div className="flex items-center justify-end gap-2">
          {command.since !== null && (
            <PendingNote since={command.since} label="creating" onCancel={command.cancel} />
          )}
          <Button onClick={closeDialog}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            disabled={!SESSION_NAME.test(id) || command.since !== null || !isLive}
          >
            Create session
          </Button>
        </div>
      </form>
    </Window>
  );
}
