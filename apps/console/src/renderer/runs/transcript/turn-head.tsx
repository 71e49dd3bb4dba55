import { Link } from '@tanstack/react-router';
import type { ViewSearch } from '../../navigation/view-search.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatCount, formatPlural } from '../../shared/format/quantity.js';
import { StateWord } from '../../shared/ui/state-word.js';
import type { Turn } from './transcript-steps.js';

/** The head of a turn: how much it did, and once it has ended, its tokens and its time. */
export function TurnHead({
  turn: { turn, sequence, steps, end },
  isRunning,
}: {
  turn: Turn;
  isRunning: boolean;
}) {
  const tools = steps.filter((step) => step.kind === 'tool');
  const failed = tools.filter((tool) => tool.result?.success === false).length;
  return (
    <div className="flex h-[30px] items-center gap-3 border-b border-line bg-sunken px-3 text-meta">
      <h2 className="text-meta font-strong">
        <Link
          to="."
          search={(view: ViewSearch) => ({ ...view, at: sequence })}
          replace
          activeOptions={{ exact: true, includeSearch: true }}
          className="rounded-chip hover:underline"
        >
          Turn {turn}
        </Link>
      </h2>
      {tools.length > 0 && <span className="text-muted">{formatPlural(tools.length, 'tool call')}</span>}
      {failed > 0 && <StateWord state="failed">{formatCount(failed)} failed</StateWord>}
      <span className="ml-auto flex items-center gap-3 text-muted">
        {end === null && isRunning && <StateWord state="executing">running</StateWord>}
        {end !== null && (
          <>
            <span>
              {formatCount(end.tokens.prompt)} in · {formatCount(end.tokens.completion)} out
            </span>
            <span className="w-14 text-right">{formatDuration(end.durationMs)}</span>
          </>
        )}
      </span>
    </div>
  );
}
