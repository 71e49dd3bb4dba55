import { useConsole } from '../connection/console-context.js';
import { formatDuration } from '../shared/format/duration.js';
import { formatShown } from '../shared/format/quantity.js';
import { shortId } from '../shared/format/run-name.js';
import { DataCell, DataRow, DataTable } from '../shared/ui/data-table.js';
import { Moment } from '../shared/ui/moment.js';
import { Section } from '../shared/ui/section.js';
import { StateWord } from '../shared/ui/state-word.js';

const LINES_MAX = 12;
const COLUMNS = ['Time', 'Who', 'Command', 'Target', 'Outcome', 'Took', 'Remark'];

/** The newest lines of the audit log. */
export function ActivitySection() {
  const activity = useConsole((state) => state.activity);
  if (activity.length === 0) return null;
  const lines = activity.slice(0, LINES_MAX);
  return (
    <Section title="Latest activity" note={formatShown(lines.length, activity.length, false)}>
      <DataTable label="Latest activity" columns={COLUMNS}>
        {lines.map((line) => (
          <DataRow key={line.sequence}>
            <DataCell className="text-muted">
              <Moment at={line.at} />
            </DataCell>
            <DataCell>{line.actor}</DataCell>
            <DataCell className="font-mono">{line.command}</DataCell>
            <DataCell className="max-w-64 truncate font-mono">
              <span title={line.target}>{line.target.split(' ').map(shortId).join(' ')}</span>
            </DataCell>
            <DataCell>
              <StateWord state={line.outcome === 'cancelled' ? 'taken-back' : line.outcome} />
            </DataCell>
            <DataCell className="text-muted">
              {line.durationMs === null ? '–' : formatDuration(line.durationMs)}
            </DataCell>
            <DataCell className="w-full max-w-0 truncate text-muted">
              {[line.reason, line.detail].filter((part) => part !== null).join(' · ')}
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
    </Section>
  );
}
