import type { Activity } from '../../protocol/activity.js';
import { SelectLink } from '../navigation/select-link.js';
import { formatDuration } from '../shared/format/duration.js';
import type { Column } from '../shared/ui/column.js';
import { Moment } from '../shared/ui/moment.js';
import { StateWord } from '../shared/ui/state-word.js';
import { activityRemark, activityState } from './activity-state.js';
import { shortTarget } from './short-target.js';

/** What is shown of a line of the audit log, here and on Overview. */
export const ACTIVITY_COLUMNS: readonly Column<Activity>[] = [
  {
    id: 'time',
    header: 'Time',
    className: 'w-[116px]',
    cell: (line) => (
      <SelectLink selection={{ kind: 'activity', sequence: line.sequence }}>
        <Moment at={line.at} />
      </SelectLink>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    className: 'w-[98px]',
    cell: (line) => <StateWord state={activityState(line)} />,
  },
  {
    id: 'command',
    header: 'Command',
    className: 'w-[144px]',
    cell: ({ command }) => (
      <code title={command} className="font-mono">
        {command}
      </code>
    ),
  },
  {
    id: 'target',
    header: 'Target',
    className: 'w-[168px]',
    cell: ({ target }) => (
      <code title={target} className="font-mono">
        {shortTarget(target)}
      </code>
    ),
  },
  { id: 'who', header: 'Who', className: 'w-[72px] @max-[860px]:hidden', cell: ({ actor }) => actor },
  {
    id: 'took',
    header: 'Took',
    className: 'w-[62px] @max-[760px]:hidden',
    cell: ({ durationMs }) => (
      <span className="text-muted">{durationMs === null ? '–' : formatDuration(durationMs)}</span>
    ),
  },
  {
    id: 'remark',
    header: 'Remark',
    className: 'w-auto',
    cell: (line) => (
      <span title={activityRemark(line)}>
        {line.reason !== null && `“${line.reason}” `}
        {line.detail !== null && <span className="text-muted">{line.detail}</span>}
      </span>
    ),
  },
];
