import { Outlet, useNavigate } from '@tanstack/react-router';
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
  return (
    <div className="flex h-full" data-inspector={isInspecting ? '' : undefined}>
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        {isUsable && <TopBar />}
        {isUsable && <ConnectionBanner />}
        <div className="relative flex min-h-0 flex-1">
          <main tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
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

function useGoShortcuts(): void {
  const navigate = useNavigate();
  useShortcut('go-overview', () => void navigate({ to: '/overview' }));
  useShortcut('go-capabilities', () => void navigate({ to: '/capabilities' }));
  useShortcut('go-runs', () => void navigate({ to: '/runs' }));
  useShortcut('sheet', () => openDialog({ kind: 'shortcuts' }));
}
