import { Layers } from 'lucide-react';
import type { Command } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { closeDialog } from '../navigation/dialogs.js';
import { formatPlural } from '../shared/format/quantity.js';
import { Button } from '../shared/ui/button.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { StateWord } from '../shared/ui/state-word.js';
import type { PreviewedBatch } from './use-batch-preview.js';

/** Applies what was compared, or says what has to be decided first. */
export function BatchFoot({
  previewed,
  applying,
  isEmpty,
  isBusy,
  onApply,
}: {
  readonly previewed: PreviewedBatch;
  readonly applying: Command<'batch.apply'>;
  /** True where there is nothing to apply. */
  readonly isEmpty: boolean;
  /** True while another batch of the session is applied. */
  readonly isBusy: boolean;
  readonly onApply: () => void;
}) {
  const { preview, isFresh } = previewed;
  const isLive = useIsLive();
  const undecided = preview?.undecided.length ?? 0;
  const canApply =
    preview !== null && isFresh && undecided === 0 && applying.since === null && isLive && !isBusy;
  return (
    <span className="ml-auto flex items-center gap-2">
      {applying.since !== null && (
        <PendingNote since={applying.since} label="applying" onCancel={applying.cancel} />
      )}
      {isBusy && (
        <span className="text-meta">
          <StateWord state="preparing">Another batch is being applied: wait for its end</StateWord>
        </span>
      )}
      {!isBusy && undecided > 0 && applying.since === null && (
        <span className="text-meta">
          <StateWord state="waiting">Decide about {formatPlural(undecided, 'server')} first</StateWord>
        </span>
      )}
      <Button onClick={closeDialog}>Cancel</Button>
      {!isEmpty && (
        <Button kind="primary" icon={Layers} disabled={!canApply} onClick={onApply}>
          {preview === null ? 'Apply' : `Apply as generation ${preview.target.generation}`}
        </Button>
      )}
    </span>
  );
}
