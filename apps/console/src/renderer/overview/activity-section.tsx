import { Link } from '@tanstack/react-router';
import { ACTIVITY_COLUMNS } from '../activity/activity-columns.js';
import { useConsole } from '../connection/console-context.js';
import { formatSelection } from '../navigation/selection.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { Section } from '../shared/ui/section.js';
import { TABLE_ROW_CLASS, tableCells } from '../shared/ui/table-cells.js';
import { TableHead } from '../shared/ui/table-head.js';

const LINES_MAX = 12;
const cellsOf = tableCells(ACTIVITY_COLUMNS);

/** The newest lines of the audit log; the whole of it is a screen of its own. */
export function ActivitySection() {
  const activity = useConsole((state) => state.activity);
  const { select: selected } = useView();
  const select = useSelect();
  if (activity.length === 0) return null;
  const lines = activity.slice(0, LINES_MAX);
  return (
    <Section
      title="Latest activity"
      note={formatShown(lines.length, activity.length, false)}
      actions={
        <Link to="/activity" className="rounded-chip text-muted hover:text-ink hover:underline">
          All activity
        </Link>
      }
    >
      <div className="@container overflow-x-auto rounded-box border border-line bg-surface">
        <table aria-label="Latest activity" className="w-full min-w-[640px] table-fixed text-meta">
          <TableHead columns={ACTIVITY_COLUMNS} />
          <tbody>
            {lines.map((line) => (
              <tr
                key={line.sequence}
                data-row
                aria-selected={formatSelection({ kind: 'activity', sequence: line.sequence }) === selected}
                onClick={() => select({ kind: 'activity', sequence: line.sequence })}
                className={TABLE_ROW_CLASS}
              >
                {cellsOf(line)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
