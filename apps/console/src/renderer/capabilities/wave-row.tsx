import type { BatchCapability } from '../../protocol/batch.js';
import { formatDuration } from '../shared/format/duration.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { StateIcon } from '../shared/ui/state-icon.js';
import { batchState, STATES } from '../shared/ui/states.js';
import { FILL, TEXT } from '../shared/ui/tone.js';
import { KindIcon } from './kind-icon.js';

/** How far the bar of a state is filled: a capability goes from left to right, and back when it is undone. */
const FILLED: Record<BatchCapability['state'], string> = {
  staged: 'w-0',
  preparing: 'w-3/5',
  prepared: 'w-full',
  failed: 'w-3/5',
  cancelled: 'w-3/5',
  'rolled-back': 'w-full',
};

export function WaveRow({ capability }: { capability: BatchCapability }) {
  const state = batchState(capability.state);
  const { tone, word } = STATES[state];
  const isTimed = capability.state === 'preparing' && capability.startedAt !== null;
  const isDone = capability.state === 'prepared' || capability.state === 'failed';
  return (
    <li
      aria-label={`${capability.publicName}, ${capability.kind}, ${word}`}
      className="@container flex min-w-0 flex-col gap-1"
    >
      <div className="flex min-w-0 items-center gap-2">
        <KindIcon kind={capability.kind} />
        <span className="min-w-0 truncate" title={capability.id}>
          {capability.publicName}
        </span>
        <span title={capability.kind} className="min-w-0 flex-1 truncate text-muted @max-[232px]:invisible">
          {capability.kind}
        </span>
        <span className={`inline-flex shrink-0 items-center gap-1.5 text-meta font-medium ${TEXT[tone]}`}>
          <StateIcon state={state} size={12} />
          {word}
          {isTimed && capability.startedAt !== null && (
            <span className="font-text text-muted">
              <Elapsed since={capability.startedAt} />
            </span>
          )}
          {isDone && capability.durationMs !== null && (
            <span className="font-text text-muted">{formatDuration(capability.durationMs)}</span>
          )}
        </span>
      </div>
      <div aria-hidden className="h-[3px] overflow-hidden rounded-full bg-ink/8">
        <div
          className={`h-full rounded-full forced-color-adjust-none motion-safe:transition-[width] motion-safe:duration-200 ${FILLED[capability.state]} ${FILL[tone]} ${tone === 'undo' ? 'opacity-60' : ''}`}
        />
      </div>
      {capability.error !== null && capability.state !== 'cancelled' && (
        <p className="text-meta break-words text-bad">
          <code className="font-mono">{capability.error.code}</code> {capability.error.message}
        </p>
      )}
    </li>
  );
}
