import type { Batch } from '../../protocol/batch.js';
import { HostError } from '../connection/host-error.js';
import { BatchReceipt } from './batch-receipt.js';
import { RollbackReport } from './rollback-report.js';
import { WaveRow } from './wave-row.js';

/** A batch as columns of waves: what is prepared before what, how far each is, and how it ended. */
export function WaveBoard({ batch }: { batch: Batch }) {
  return (
    <div className="flex flex-col gap-2">
      {batch.receipt !== null && <BatchReceipt batch={batch} receipt={batch.receipt} />}
      {batch.error !== null && batch.state !== 'cancelled' && <HostError error={batch.error} />}
      {batch.waves.length > 0 && (
        <ol
          aria-label="Waves"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="grid auto-cols-[minmax(208px,440px)] grid-flow-col overflow-x-auto rounded-box border border-line bg-surface"
        >
          {batch.waves.map((wave, index) => (
            <li key={index} className="flex min-w-0 flex-col gap-2.5 border-line p-3 not-first:border-l">
              <h3 className="text-label font-medium tracking-[0.06em] text-muted uppercase">
                Wave {index + 1}
              </h3>
              <ul aria-label={`Wave ${index + 1}`} className="flex flex-col gap-2.5">
                {wave.map((capability) => (
                  <WaveRow key={capability.id} capability={capability} />
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {(batch.state === 'rolled-back' || batch.state === 'cancelled') && (
        <RollbackReport report={batch.rollback} />
      )}
    </div>
  );
}
