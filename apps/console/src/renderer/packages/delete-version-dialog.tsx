import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { formatBytes, formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { Digest } from '../shared/ui/digest.js';
import { Fact, Facts } from '../shared/ui/facts.js';
import { PathText } from '../shared/ui/path-text.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Window } from '../shared/ui/window.js';
import { ReasonField, reasonOf } from './reason-field.js';
import { useStored } from './use-stored.js';

/** Deletes the content of a version that nobody holds. */
export function DeleteVersionDialog({ digest }: { digest: string }) {
  const stored = useStored(digest);
  const command = useCommand('package.forget');
  const closeOwn = useCloseOwnDialog();
  const [reason, setReason] = useState('');
  const isLive = useIsLive();
  const title = stored === undefined ? 'this version' : `${stored.name} ${stored.version}`;
  const forget = async (): Promise<void> => {
    if ((await command.run({ digest, reason: reasonOf(reason) })) !== null) closeOwn();
  };
  return (
    <Window
      title={`Delete ${title}?`}
      description="Its content and its receipt leave the store. To have it again, install its folder again."
      onClose={closeDialog}
      footer={
        <span className="ml-auto flex min-w-0 items-center gap-2">
          {command.since !== null && (
            <PendingNote since={command.since} label="deleting" onCancel={command.cancel} />
          )}
          <Button onClick={closeDialog}>Keep it</Button>
          <Button
            kind="danger"
            icon={Trash2}
            disabled={stored?.state !== 'unused' || command.since !== null || !isLive}
            onClick={() => void forget()}
          >
            Delete
          </Button>
        </span>
      }
    >
      {stored === undefined ? (
        <p className="text-muted">It is not in the store any more.</p>
      ) : (
        <Facts>
          <Fact name="digest">
            <Digest digest={digest} hasCopy />
          </Fact>
          <Fact name="content">
            {formatPlural(stored.fileCount, 'file')}, {formatBytes(stored.bytes)}
          </Fact>
          <Fact name="came from">
            <PathText>{stored.source}</PathText>
          </Fact>
          {stored.holders.length > 0 && <Fact name="kept by">{stored.holders.join(', ')}</Fact>}
        </Facts>
      )}
      <ReasonField value={reason} onChange={setReason} />
      {command.error !== null && <HostError error={command.error} />}
    </Window>
  );
}
