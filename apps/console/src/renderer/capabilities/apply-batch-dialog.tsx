import { useState } from 'react';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { type BatchPreset, closeDialog } from '../navigation/dialogs.js';
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
import { useHandOver } from './use-hand-over.js';

/** Chooses the packages of the next generation, shows what that would change, and only then applies it. */
export function ApplyBatchDialog({ session, preset }: { session: string; preset?: BatchPreset | undefined }) {
  const draft = useBatchDraft(session, preset);
  const { choice, isEmpty, packageGeneration } = draft;
  const previewed = useBatchPreview(choice);
  const { preview, command: previewing } = previewed;
  const applying = useCommand('batch.apply');
  const handOver = useHandOver(session, applying.since !== null);
  const isBusy = useBatch(session)?.endedAt === null && applying.since === null;
  const [reason, setReason] = useState('');

  const apply = async (): Promise<void> => {
    if (choice === null) return;
    const done = await applying.run({ ...choice, packages: [...choice.packages], reason: reasonOf(reason) });
    if (done !== null) handOver();
  };

  return (
    <Window
      title={`Apply a batch to ${session}`}
      description="Everything is prepared first and published as one; if anything fails, nothing was ever visible."
      width="large"
      onClose={closeDialog}
      footer={
        <BatchFoot
          previewed={previewed}
          applying={applying}
          isEmpty={isEmpty}
          isBusy={isBusy}
          onApply={() => void apply()}
        />
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
