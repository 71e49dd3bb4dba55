import type { CleanupReport } from '../../protocol/batch.js';
import { formatPlural } from '../shared/format/quantity.js';
import { StateChip } from '../shared/ui/state-chip.js';

/** What undoing a batch closed, and what it could not close. Incomplete differs in word and icon, not in colour only. */
export function RollbackReport({ report }: { report: CleanupReport | null }) {
  const isComplete = report === null || (report.effectsFailed === 0 && report.effectsTimedOut === 0);
  return (
    <section
      aria-label="Rollback report"
      className="flex flex-col gap-1 rounded-box border border-line bg-surface px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium">Rollback report</span>
        <StateChip state={isComplete ? 'rolled-back' : 'needs-you'}>
          {isComplete ? 'rolled back' : 'rollback incomplete'}
        </StateChip>
        <span className="text-muted">
          {['nothing was published', ...(report === null ? [] : [closedEffects(report)])].join('; ')}
        </span>
      </div>
      {report !== null && report.failures.length > 0 && (
        <ul className="flex flex-col text-meta text-muted">
          {report.failures.map((failure) => (
            <li key={failure.name} className="break-words">
              {failure.name}: {failure.outcome}, <code className="font-mono">{failure.code}</code>{' '}
              {failure.message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function closedEffects({ effectsClosed, effectsFailed, effectsTimedOut }: CleanupReport): string {
  const parts = [`${formatPlural(effectsClosed, 'effect')} closed`];
  if (effectsFailed > 0) parts.push(`${effectsFailed} failed`);
  if (effectsTimedOut > 0) parts.push(`${effectsTimedOut} timed out`);
  return parts.join(', ');
}
