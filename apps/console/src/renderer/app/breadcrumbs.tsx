import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SCREENS } from './screens.js';
import { SessionMenu } from './session-menu.js';

/** Where one is: the screen, and on Capabilities the session, which can be changed here. */
export function Breadcrumbs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { session } = useParams({ strict: false });
  const screen = SCREENS.find((item) => path.startsWith(item.path));
  const title = [session, screen?.title, 'Changeover'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (screen === undefined) return null;
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex items-center gap-2">
        <li className="shrink-0">
          <Link
            to={screen.path}
            className={`rounded-chip ${session === undefined ? 'font-medium' : 'text-muted hover:text-ink'}`}
          >
            {screen.title}
          </Link>
        </li>
        {session !== undefined && (
          <li className="flex min-w-0 items-center gap-1">
            <span aria-hidden className="text-muted">
              /
            </span>
            <SessionMenu session={session} />
          </li>
        )}
      </ol>
    </nav>
  );
}
