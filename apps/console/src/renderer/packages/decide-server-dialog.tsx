import { useState } from 'react';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { Button } from '../shared/ui/button.js';
import { Moment } from '../shared/ui/moment.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import { Window } from '../shared/ui/window.js';
import { consentState } from './consent-state.js';
import { ReasonField, reasonOf } from './reason-field.js';
import { ServerCommand } from './server-command.js';
import { useStored } from './use-stored.js';

/** Lets a server of a package be started, or leaves it out, with its whole command in sight. */
export function DecideServerDialog({ digest, server }: { digest: string; server: string }) {
  const consent = useStored(digest)?.servers.find((item) => item.server === server);
  const command = useCommand('package.decide');
  const closeOwn = useCloseOwnDialog();
  const [reason, setReason] = useState('');
  const isLive = useIsLive();
  const decide = async (decision: 'allowed' | 'refused'): Promise<void> => {
    const done = await command.run({ digest, server, decision, reason: reasonOf(reason) });
    if (done !== null) closeOwn();
  };
  const isDisabled = consent === undefined || command.since !== null || !isLive;
  return (
    <Window
      title={`May ${server} be started?`}
      description="Once allowed, a batch runs exactly this with your rights. A session takes the decision when a batch is applied to it."
      width="large"
      onClose={closeDialog}
      footer={
        <span className="ml-auto flex items-center gap-2">
          {command.since !== null && (
            <PendingNote since={command.since} label="deciding" onCancel={command.cancel} />
          )}
          <Button onClick={closeDialog}>Cancel</Button>
          <Button
            disabled={isDisabled || consent.decision === 'refused'}
            onClick={() => void decide('refused')}
          >
            Leave out
          </Button>
          <Button
            kind="primary"
            disabled={isDisabled || consent.decision === 'allowed'}
            onClick={() => void decide('allowed')}
          >
            Allow
          </Button>
        </span>
      }
    >
      {consent === undefined ? (
        <p className="text-muted">The version that brings it is not in the store any more.</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 break-words">
              {server} of {consent.package.name} {consent.package.version}
            </span>
            <StateWord state={consentState(consent.decision)} />
            {consent.decidedAt !== null && (
              <span className="text-muted">
                since <Moment at={consent.decidedAt} hasAge />
              </span>
            )}
          </p>
          <ServerCommand consent={consent} />
        </>
      )}
      <ReasonField value={reason} onChange={setReason} />
      {command.error !== null && <HostError error={command.error} />}
    </Window>
  );
}
