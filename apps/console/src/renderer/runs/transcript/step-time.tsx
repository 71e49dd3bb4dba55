import { Link } from '@tanstack/react-router';
import type { ViewSearch } from '../../navigation/view-search.js';
import { formatFullMoment } from '../../shared/format/moment.js';
import { formatOffset } from './format-offset.js';

interface StepTimeProps {
  readonly at: number;
  readonly startedAt: number;
}

/** When a step was, counted from the beginning of the run; the tooltip has the moment. */
export function StepTime({ at, startedAt }: StepTimeProps) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatFullMoment(at)}
      className="w-[58px] shrink-0 text-right font-mono text-label text-muted"
    >
      {formatOffset(at - startedAt)}
    </time>
  );
}

/** As `StepTime`, as a link to the step. */
export function StepTimeLink({ sequence, ...time }: StepTimeProps & { readonly sequence: number }) {
  return (
    <Link
      to="."
      search={(view: ViewSearch) => ({ ...view, at: sequence })}
      replace
      activeOptions={{ exact: true, includeSearch: true }}
      aria-label={`Step at ${formatOffset(time.at - time.startedAt)}`}
      className="flex h-5 shrink-0 items-center rounded-chip hover:underline"
    >
      <StepTime {...time} />
    </Link>
  );
}
