import { isTerminal, type Run } from '../../protocol/run.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatDuration } from '../shared/format/duration.js';
import { formatCount } from '../shared/format/quantity.js';
import { runName } from '../shared/format/run-name.js';
import type { Column } from '../shared/ui/column.js';
import { Digest } from '../shared/ui/digest.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { Moment } from '../shared/ui/moment.js';
import { StateWord } from '../shared/ui/state-word.js';
import { runState } from '../shared/ui/states.js';
import { ToolName } from '../shared/ui/tool-name.js';
import { PinnedGeneration } from './pinned-generation.js';
import type { RunRow } from './run-row.js';
import { TranscriptLink } from './transcript-link.js';

/** What is shown of a run in the table. */
export const RUN_COLUMNS: readonly Column<RunRow>[] = [
  {
    id: 'run',
    header: 'Run',
    className: 'w-[108px]',
    isSortable: true,
    cell: ({ run }) => (
      <span className="flex items-center gap-1">
        <SelectLink selection={{ kind: 'run', id: run.id }}>
          <code title={run.id} className="font-mono">
            {runName(run.id)}
          </code>
        </SelectLink>
        <TranscriptLink run={run} />
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'w-[122px]',
    isSortable: true,
    cell: ({ run }) => <StateWord state={runState(run)} />,
  },
  {
    id: 'session',
    header: 'Session',
    className: 'w-[92px] @max-[760px]:hidden',
    isSortable: true,
    cell: ({ run }) => <span title={run.session}>{run.session}</span>,
  },
  {
    id: 'generation',
    header: 'Pinned to',
    className: 'w-[186px]',
    isSortable: true,
    cell: (row) => <PinnedGeneration {...row} />,
  },
  {
    id: 'digest',
    header: 'Digest',
    className: 'w-[84px] @max-[1100px]:hidden',
    cell: ({ run }) => (run.digest === null ? <None /> : <Digest digest={run.digest} />),
  },
  {
    id: 'lease',
    header: 'Package generation',
    className: 'w-[134px] @max-[1000px]:hidden',
    isSortable: true,
    cell: ({ run: { lease, useGeneration } }) => (
      <StateWord state={lease}>{useGeneration === null ? lease : `${useGeneration}, ${lease}`}</StateWord>
    ),
  },
  {
    id: 'tools',
    header: 'Tool calls',
    className: 'w-[132px]',
    isSortable: true,
    cell: ({ run: { toolCalls, lastToolCall } }) => (
      <span className="flex min-w-0 gap-2">
        {formatCount(toolCalls)}
        {lastToolCall !== null && (
          <span className="min-w-0 text-muted">
            <ToolName tool={lastToolCall.tool} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'admitted',
    header: 'Admitted',
    className: 'w-[80px] @max-[900px]:hidden',
    isSortable: true,
    cell: ({ run }) => <Moment at={run.admittedAt} />,
  },
  {
    id: 'time',
    header: 'Time',
    className: 'w-[64px]',
    isSortable: true,
    cell: ({ run }) => <RunTime run={run} />,
  },
  {
    id: 'prompt',
    header: 'Prompt',
    className: 'w-auto',
    cell: ({ run }) => (
      <span title={run.prompt} className="text-muted">
        {run.prompt}
      </span>
    ),
  },
];

function RunTime({ run }: { run: Run }) {
  if (run.endedAt !== null) return <>{formatDuration(run.endedAt - run.admittedAt)}</>;
  return isTerminal(run.status) ? <None /> : <Elapsed since={run.admittedAt} />;
}

function None() {
  return <span className="text-muted">–</span>;
}
