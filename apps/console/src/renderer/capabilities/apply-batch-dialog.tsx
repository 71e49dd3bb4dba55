import { useEffect, useRef, useState } from 'react';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { type BatchPreset, closeDialog, useCloseOwnDialog } from '../navigation/dialogs.js';
import { InstallButton } from '../packages/install-button.js';
import { ReasonField, reasonOf } from '../packages/reason-field.js';
import { useBatch } from '../sessions/use-session.js';
import { EmptyState } from '../shared/ui/empty-state.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Window } from '../shared/ui/window.js';
import { BatchContent } from './batch-content.js';
import { BatchFoot } from './batch-foot.js';
import { PreviewOfBatch } from './batch-preview.js';
import { BatchServers } from './batch-servers.js';
import { useBatchDraft } from './use-batch-draft.js';
import { useBatchPreview } from './use-batch-preview.js';

/** Chooses the packages of the next generation, shows what that would change, and only then applies it. */
export function ApplyBatchDialog({ session, preset }: { session: string; preset?: BatchPreset | undefined }) {
  const draft = useBatchDraft(session, preset);
  const { choice, isEmpty, packageGeneration } = draft;
  const previewed = useBatchPreview(choice);
  const { preview, command: previewing } = previewed;
  const applying = useCommand('batch.apply');
  const closeOwn = useCloseOwnDialog();
  const [reason, setReason] = useState('');
  useCloseOnceTaken(session);

  const apply = async (): Promise<void> => {
    if (choice === null) return;
    const done = await applying.run({ ...choice, packages: [...choice.packages], reason: reasonOf(reason) });
    if (done !== null) closeOwn();
  };

  return (
    <Window
      title={`Apply a batch to ${session}`}
      description="Everything is prepared first and published as one; if anything fails, nothing was ever visible."
      width="large"
      onClose={closeDialog}
      footer={
        <BatchFoot previewed={previewed} applying={applying} isEmpty={isEmpty} onApply={() => void apply()} />
      }
    >
      {isEmpty ? (
        <EmptyState action={<InstallButton />} guide="2. Install a package">
          No package is in force in package generation {packageGeneration ?? 0}: a batch is made of installed
          packages.
        </EmptyState>
      ) : (
        <BatchContent draft={draft} onChange={applying.reset} />
      )}
      {previewing.since !== null && (
        <PendingNote since={previewing.since} label="comparing" onCancel={previewing.cancel} />
      )}
      {previewing.error !== null && <HostError error={previewing.error} />}
      {preview !== null && <BatchServers preview={preview} reason={reasonOf(reason)} />}
      {preview !== null && <PreviewOfBatch preview={preview} />}
      {!isEmpty && <ReasonField value={reason} onChange={setReason} />}
      {applying.error !== null && <HostError error={applying.error} />}
    </Window>
  );
}

/** Once there is a batch, the board behind shows it and how it ended; a refusal before that stays in the dialog. */
function useCloseOnceTaken(session: string): void {
  const batch = useBatch(session);
  const before = useRef(batch?.id);
  const isTaken = batch !== undefined && batch.id !== before.current;
  useEffect(() => {
    if (isTaken) closeDialog();
  }, [isTaken]);
}
