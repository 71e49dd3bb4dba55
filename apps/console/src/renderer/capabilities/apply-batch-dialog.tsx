import { Layers } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BatchPreview } from '../../protocol/batch.js';
import { REASON_MAX_LENGTH } from '../../protocol/limits.js';
import { useConsole } from '../connection/console-context.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog } from '../navigation/dialogs.js';
import { useBatch, useGenerations } from '../sessions/use-session.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Window } from '../shared/ui/window.js';
import { PreviewOfBatch } from './batch-preview.js';
import { type PackageOption, packageOptions, toggleFolder, withFolder } from './package-choice.js';
import { PackageList } from './package-list.js';
import { ReadFolder } from './read-folder.js';

/** Chooses the packages of the next generation, shows what that would change, and only then applies it. */
export function ApplyBatchDialog({ session }: { session: string }) {
  const packages = useConsole((state) => state.packages);
  const generations = useGenerations(session);
  const batch = useBatch(session);
  const current = generations.findLast((generation) => generation.state === 'current');
  const options = useMemo(() => packageOptions(packages, current?.packages ?? []), [packages, current]);
  const [chosen, setChosen] = useState<readonly string[]>(
    () => current?.packages.map((item) => item.folder) ?? [],
  );
  const [reason, setReason] = useState('');
  const [preview, setPreview] = useState<BatchPreview | null>(null);
  const previewing = useCommand('batch.preview');
  const applying = useCommand('batch.apply');
  const isLive = useIsLive();
  const batchBefore = useRef(batch?.id);

  const { run: askPreview } = previewing;
  const isNothing = chosen.length === 0 && (current?.packages.length ?? 0) === 0;
  useEffect(() => {
    setPreview(null);
    if (isNothing || !isLive) return;
    let isAsked = true;
    void askPreview({ session, folders: [...chosen] }).then((found) => {
      if (isAsked && found !== null) setPreview(found);
    });
    return () => {
      isAsked = false;
    };
  }, [askPreview, session, chosen, isNothing, isLive]);

  // Once there is a batch, the board behind shows it and how it ended; a refusal before that stays here.
  const isTaken = batch !== undefined && batch.id !== batchBefore.current;
  useEffect(() => {
    if (isTaken) closeDialog();
  }, [isTaken]);

  const apply = async (): Promise<void> => {
    const text = reason.trim();
    const done = await applying.run({ session, folders: [...chosen], reason: text === '' ? null : text });
    if (done !== null) closeDialog();
  };
  const toggle = (option: PackageOption): void => {
    applying.reset();
    setChosen((before) => toggleFolder(before, option, options));
  };

  return (
    <Window
      title={`Apply a batch to ${session}`}
      description="Everything is prepared first and published as one; if anything fails, nothing was ever visible."
      width="large"
      onClose={closeDialog}
      footer={
        <>
          <div className="w-60">
            <input
              aria-label="Reason"
              placeholder="Reason (optional)"
              title="Goes into the activity log"
              value={reason}
              maxLength={REASON_MAX_LENGTH}
              onChange={(event) => setReason(event.target.value)}
              className="h-7 w-full rounded-box border border-edge bg-paper px-2.5 placeholder:text-muted"
            />
          </div>
          <span className="ml-auto flex items-center gap-2">
            {applying.since !== null && (
              <PendingNote since={applying.since} label="applying" onCancel={applying.cancel} />
            )}
            <Button onClick={closeDialog}>Cancel</Button>
            <Button
              kind="primary"
              icon={Layers}
              disabled={preview === null || applying.since !== null || !isLive}
              onClick={() => void apply()}
            >
              {preview === null ? 'Apply' : `Apply as generation ${preview.target.generation}`}
            </Button>
          </span>
        </>
      }
    >
      <PackageList options={options} chosen={chosen} onToggle={toggle} />
      <ReadFolder onRead={(found) => setChosen((before) => withFolder(before, found, options))} />
      {isNothing && (
        <p className="text-muted">Choose at least one package to see what applying it would change.</p>
      )}
      {previewing.since !== null && (
        <PendingNote since={previewing.since} label="comparing" onCancel={previewing.cancel} />
      )}
      {previewing.error !== null && <HostError error={previewing.error} />}
      {preview !== null && <PreviewOfBatch preview={preview} />}
      {applying.error !== null && <HostError error={applying.error} />}
    </Window>
  );
}
