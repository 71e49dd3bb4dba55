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
import { PinnedGeneration } from './pinned-generation.js';
import type { RunRow } from './run-row.js';

export const runFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, alphanumeric: sortFn_alphanumeric },
});

const helper = createColumnHelper<typeof runFeatures, RunRow>();

/** Widths of the columns, by id; the last one takes what is left. */
export const RUN_COLUMN_WIDTHS: Readonly<Record<string, number>> = {
  run: 96,
  status: 122,
  session: 84,
  generation: 112,
  digest: 82,
  lease: 80,
  tools: 104,
  admitted: 70,
  time: 62,
};

export const runColumns = helper.columns([
  helper.accessor((row) => row.run.id, {
    id: 'run',
    header: 'Run',
    sortFn: 'alphanumeric',
    cell: ({ row }) => (
      <SelectLink selection={{ kind: 'run', id: row.original.run.id }}>
        <code title={row.original.run.id} className="font-mono">
          {runName(row.original.run.id)}
        </code>
      </SelectLink>
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
    header: 'Lease',
    sortFn: 'alphanumeric',
    cell: ({ row }) => <StateWord state={row.original.run.lease} />,
  }),
  helper.accessor((row) => row.run.toolCalls, {
    id: 'tools',
    header: 'Tool calls',
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <>
        {formatCount(original.run.toolCalls)}
        {original.run.lastToolCall !== null && (
          <code className="ml-2 font-mono text-muted">{original.run.lastToolCall.tool}</code>
        )}
      </>
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
