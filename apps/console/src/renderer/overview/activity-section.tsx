import { Link } from '@tanstack/react-router';
import { ACTIVITY_COLUMNS } from '../activity/activity-columns.js';
import { useConsole } from '../connection/console-context.js';
import { formatSelection } from '../navigation/selection.js';
import { useSelect, useView } from '../navigation/use-view.js';
import { formatShown } from '../shared/format/quantity.js';
import { ColumnHeader } from '../shared/ui/column-header.js';
import { Section } from '../shared/ui/section.js';

const LINES_MAX = 12;

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
        <table aria-label="Latest activity" data-rows className="w-full min-w-[640px] table-fixed text-meta">
          <thead>
            <tr className="shadow-[inset_0_-1px_0_var(--line)]">
              {ACTIVITY_COLUMNS.map(({ title, className }) => (
                <ColumnHeader key={title} className={className}>
                  {title}
                </ColumnHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr
                key={line.sequence}
                data-row
                aria-selected={formatSelection({ kind: 'activity', sequence: line.sequence }) === selected}
                onClick={() => select({ kind: 'activity', sequence: line.sequence })}
                className="h-[30px] not-last:shadow-[inset_0_-1px_0_var(--line)] hover:bg-ink/4 aria-selected:bg-accent/10"
              >
                {ACTIVITY_COLUMNS.map(({ title, className, cell }) => (
                  <td key={title} className={`truncate px-2 first:pl-3 last:pr-3 ${className}`}>
                    {cell(line)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
