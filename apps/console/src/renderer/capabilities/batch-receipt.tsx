import { GitCompareArrows } from 'lucide-react';
import type { Batch } from '../../protocol/batch.js';
import { formatDuration } from '../shared/format/duration.js';
import { Button } from '../shared/ui/button.js';
import { CueDot } from '../shared/ui/cue-dot.js';
import { Digest } from '../shared/ui/digest.js';
import { Moment } from '../shared/ui/moment.js';
import { useOpenCatalog } from './use-open-catalog.js';

/** The receipt of a commit: what was in force before, what is now. */
export function BatchReceipt({
  batch,
  receipt,
}: {
  readonly batch: Batch;
  readonly receipt: NonNullable<Batch['receipt']>;
}) {
  const { previous, committed } = receipt;
  const { openComparison } = useOpenCatalog(batch.session);
  return (
    <section
      aria-label="Receipt"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-box border border-line bg-surface px-3 py-1.5"
    >
      <CueDot />
      <span className="text-muted">Receipt</span>
      <span className="font-medium">
        {batch.isRepublication
          ? `Generation ${committed.generation} again`
          : `Generation ${previous.generation} → ${committed.generation}`}
      </span>
      <span className="inline-flex items-center gap-1.5 text-muted">
        {!batch.isRepublication && (
          <>
            <Digest digest={previous.digest} /> →{' '}
          </>
        )}
        <Digest digest={committed.digest} hasCopy />
      </span>
      <span className="ml-auto text-meta text-muted">
        {batch.endedAt !== null && (
          <>
            {batch.isRepublication ? 'as it was before the restart,' : 'committed'}{' '}
            <Moment at={batch.endedAt} /> after {formatDuration(batch.endedAt - batch.startedAt)}
          </>
        )}
      </span>
      {!batch.isRepublication && (
        <Button
          kind="quiet"
          icon={GitCompareArrows}
          onClick={() => openComparison(previous.generation, committed.generation)}
        >
          Compare
        </Button>
      )}
    </section>
  );
}
