import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import { isTerminal, type Run } from '../../protocol/run.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatDuration } from '../shared/format/duration.js';
import { formatCount } from '../shared/format/quantity.js';
import { runName } from '../shared/format/run-name.js';
import { Digest } from '../shared/ui/digest.js';
import { Elapsed } from '../shared/ui/elapsed.js';
import { Moment } from '../shared/ui/moment.js';
import { StateWord } from '../shared/ui/state-word.js';
import { RUN_ORDER, runState } from '../shared/ui/states.js';
import { ToolName } from '../shared/ui/tool-name.js';
import { PinnedGeneration } from './pinned-generation.js';
import type { RunRow } from './run-row.js';
import { TranscriptLink } from './transcript-link.js';

export const runFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, alphanumeric: sortFn_alphanumeric },
});

const helper = createColumnHelper<typeof runFeatures, RunRow>();

/** Width of each column, by id, and for those that the others come before, where it is left out. */
export const RUN_COLUMN_CLASSES: Readonly<Record<string, string>> = {
  run: 'w-[108px]',
  status: 'w-[122px]',
  session: 'w-[92px] @max-[760px]:hidden',
  generation: 'w-[170px]',
  digest: 'w-[84px] @max-[1100px]:hidden',
  lease: 'w-[134px] @max-[1000px]:hidden',
  tools: 'w-[132px]',
  admitted: 'w-[80px] @max-[900px]:hidden',
  time: 'w-[64px]',
  prompt: 'w-auto',
};

export const runColumns = helper.columns([
  helper.accessor((row) => row.run.id, {
    id: 'run',
    header: 'Run',
    sortFn: 'alphanumeric',
    cell: ({ row }) => (
      <span className="flex items-center gap-1">
        <SelectLink selection={{ kind: 'run', id: row.original.run.id }}>
          <code title={row.original.run.id} className="font-mono">
            {runName(row.original.run.id)}
          </code>
        </SelectLink>
        <TranscriptLink run={row.original.run} />
      </span>
    ),
  }),
  helper.accessor((row) => RUN_ORDER.indexOf(runState(row.run)), {
    id: 'status',
    header: 'Status',
    sortFn: 'basic',
    cell: ({ row }) => <StateWord state={runState(row.original.run)} />,
  }),
  helper.accessor((row) => row.run.session, { id: 'session', header: 'Session', sortFn: 'alphanumeric' }),
  helper.accessor((row) => row.run.generation ?? -1, {
    id: 'generation',
    header: 'Pinned to',
    sortFn: 'basic',
    cell: ({ row }) => <PinnedGeneration {...row.original} />,
  }),
  helper.accessor((row) => row.run.digest ?? '', {
    id: 'digest',
    header: 'Digest',
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.run.digest === null ? <None /> : <Digest digest={original.run.digest} />,
  }),
  helper.accessor((row) => row.run.lease, {
    id: 'lease',
    header: 'Package generation',
    sortFn: 'alphanumeric',
    cell: ({ row: { original } }) => (
      <StateWord state={original.run.lease}>
        {original.run.useGeneration === null
          ? original.run.lease
          : `${original.run.useGeneration}, ${original.run.lease}`}
      </StateWord>
    ),
  }),
  helper.accessor((row) => row.run.toolCalls, {
    id: 'tools',
    header: 'Tool calls',
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 gap-2">
        {formatCount(original.run.toolCalls)}
        {original.run.lastToolCall !== null && (
          <span className="min-w-0 text-muted">
            <ToolName tool={original.run.lastToolCall.tool} />
          </span>
        )}
      </span>
    ),
  }),
  helper.accessor((row) => row.run.admittedAt, {
    id: 'admitted',
    header: 'Admitted',
    sortFn: 'basic',
    sortDescFirst: true,
    cell: ({ row }) => <Moment at={row.original.run.admittedAt} />,
  }),
  helper.accessor((row) => (row.run.endedAt ?? Number.MAX_SAFE_INTEGER) - row.run.admittedAt, {
    id: 'time',
    header: 'Time',
    sortFn: 'basic',
    cell: ({ row: { original } }) => <RunTime run={original.run} />,
  }),
  helper.accessor((row) => row.run.prompt, {
    id: 'prompt',
    header: 'Prompt',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span title={original.run.prompt} className="text-muted">
        {original.run.prompt}
      </span>
    ),
  }),
]);

function RunTime({ run }: { run: Run }) {
  if (run.endedAt !== null) return <>{formatDuration(run.endedAt - run.admittedAt)}</>;
  return isTerminal(run.status) ? <None /> : <Elapsed since={run.admittedAt} />;
}

function None() {
  return <span className="text-muted">–</span>;
}
