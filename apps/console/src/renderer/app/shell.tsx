import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useConnection, useHasState } from '../connection/console-context.js';
import { openDialog } from '../navigation/dialogs.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { useSelection } from '../navigation/use-view.js';
import { ConnectionBanner } from './connection-banner.js';
import { CutoverFlash } from './cutover-flash.js';
import { Dialogs } from './dialogs.js';
import { Inspector } from './inspector.js';
import { Rail } from './rail.js';
import { TopBar } from './top-bar.js';
import { WaitingScreen } from './waiting-screen.js';

/** Rail, top bar, one screen, inspector. */
export function Shell() {
  const hasState = useHasState();
  const isUnavailable = useConnection().phase === 'unavailable';
  const isUsable = hasState && !isUnavailable;
  const isInspecting = useSelection() !== null;
  useGoShortcuts();
  const main = useFocusOfScreen();
  return (
    <div className="flex h-full" data-inspector={isInspecting ? '' : undefined}>
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        {isUsable && <TopBar />}
        {isUsable && <ConnectionBanner />}
        <div className="relative flex min-h-0 flex-1">
          <main ref={main} tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
            {isUsable ? <Outlet /> : <WaitingScreen />}
          </main>
          {isUsable && <Inspector />}
        </div>
      </div>
      {isUsable && <Dialogs />}
      {isUsable && <CutoverFlash />}
    </div>
  );
}

/** What no screen stands for: who opens the console there has not changed the screen. */
const REDIRECTS: ReadonlySet<string | undefined> = new Set([undefined, '/', '/capabilities']);

/** A screen that was changed to takes the focus if nothing has it, so that the keyboard goes on in it. */
function useFocusOfScreen(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const isChange = path !== before.current && !REDIRECTS.has(before.current);
    if (isChange && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return main;
}

function useGoShortcuts(): void {
  const navigate = useNavigate();
  useShortcut('go-overview', () => void navigate({ to: '/overview' }));
  useShortcut('go-capabilities', () => void navigate({ to: '/capabilities' }));
  useShortcut('go-runs', () => void navigate({ to: '/runs' }));
  useShortcut('go-activity', () => void navigate({ to: '/activity' }));
  useShortcut('sheet', () => openDialog({ kind: 'shortcuts' }));
}
