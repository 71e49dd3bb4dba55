import type { Batch } from '../../protocol/batch.js';
import { HostError } from '../connection/host-error.js';
import { useCommand } from '../connection/use-command.js';
import { useIsLive } from '../connection/use-is-live.js';
import { formatDuration } from '../shared/format/duration.js';
import { Button } from '../shared/ui/button.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { PendingNote } from '../shared/ui/pending-note.js';
import { Section } from '../shared/ui/section.js';
import { StateChip } from '../shared/ui/state-chip.js';
import { batchOutcome, STATES } from '../shared/ui/states.js';
import { batchProgress } from './batch-progress.js';
import { WaveBoard } from './wave-board.js';

/** The newest batch of a session, while it is applied and after. */
export function BatchSection({ batch }: { batch: Batch }) {
  const command = useCommand('batch.cancel');
  const isLive = useIsLive();
  const outcome = batchOutcome(batch);
  const packages = batch.packages.map((item) => `${item.name} ${item.version}`).join(', ');
  return (
    <Section
      anchor="batch"
      title={batchTitle(batch)}
      note={
        <>
          <StateChip state={outcome}>
            {STATES[outcome].word}{' '}
            {batch.endedAt === null ? (
              <Elapsed since={batch.startedAt} />
            ) : (
              `in ${formatDuration(batch.endedAt - batch.startedAt)}`
            )}
          </StateChip>
          <span className="min-w-0 truncate">
            {[packages === '' ? 'no packages' : packages, batchProgress(batch)].filter(Boolean).join(' · ')}
            {batch.reason !== null && ` · “${batch.reason}”`}
          </span>
        </>
      }
      actions={
        batch.state === 'preparing' && (
          <>
            {command.since !== null && (
              <PendingNote since={command.since} label="cancelling" onCancel={command.cancel} />
            )}
            <Button
              kind="danger"
              disabled={command.since !== null || !isLive}
              onClick={() => void command.run({ session: batch.session, batch: batch.id })}
            >
              Cancel batch
            </Button>
          </>
        )
      }
    >
      {command.error !== null && <HostError error={command.error} />}
      <WaveBoard key={batch.id} batch={batch} />
    </Section>
  );
}

function batchTitle({ isRepublication, target }: Batch): string {
  return isRepublication
    ? `Generation ${target.generation}, published again from the store`
    : `Batch for generation ${target.generation}`;
}
