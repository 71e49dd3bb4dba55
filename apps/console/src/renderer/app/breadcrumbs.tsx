import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { runName } from '../shared/format/run-name.js';
import { SCREENS } from './screens.js';
import { SessionMenu } from './session-menu.js';

/** Where one is: the screen, on Capabilities the session, which can be changed here, and the run that is read. */
export function Breadcrumbs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { session: named, run } = useParams({ strict: false });
  const session = run === undefined ? named : undefined;
  const isWithin = session !== undefined || run !== undefined;
  const screen = SCREENS.find((item) => path.startsWith(item.path));
  const title = [run === undefined ? session : `Run ${runName(run)}`, screen?.title, 'Changeover']
    .filter(Boolean)
    .join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (screen === undefined) return null;
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex items-center gap-2">
        <li className={`shrink-0 ${isWithin ? 'tiny:hidden' : ''}`}>
          <Link
            to={screen.path}
            className={`rounded-chip ${!isWithin ? 'font-medium' : 'text-muted hover:text-ink'}`}
          >
            {screen.title}
          </Link>
        </li>
        {isWithin && (
          <li className="flex min-w-0 items-center gap-1">
            <span aria-hidden className="text-muted tiny:hidden">
              /
            </span>
            {session !== undefined && <SessionMenu session={session} />}
            {run !== undefined && <span className="truncate px-1.5 font-medium">Run {runName(run)}</span>}
          </li>
        )}
      </ol>
    </nav>
  );
}
