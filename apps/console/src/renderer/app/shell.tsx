import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useLearnCleanups } from '../cleanups/unseen-cleanups.js';
import { HeldStateContext, useConnection, useHasState, useHeldState } from '../connection/console-context.js';
import { openDialog } from '../navigation/dialogs.js';
import { toggleInspectorFocus } from '../navigation/inspector-focus.js';
import { useLive } from '../navigation/use-live.js';
import { useRowKeys } from '../navigation/use-row-keys.js';
import { useShortcut } from '../navigation/use-shortcut.js';
import { useSelection } from '../navigation/use-view.js';
import { PageScrollerContext } from '../shared/ui/page-scroller.js';
import { ConnectionBanner } from './connection-banner.js';
import { CutoverFlash } from './cutover-flash.js';
import { Dialogs } from './dialogs.js';
import { Inspector } from './inspector.js';
import { Notice } from './notice.js';
import { Rail } from './rail.js';
import { isSelfFollowing } from './screens.js';
import { SkipLink } from './skip-link.js';
import { TopBar } from './top-bar.js';
import { useScreenFocus } from './use-screen-focus.js';
import { WaitingScreen } from './waiting-screen.js';

/** Rail, top bar, one screen, inspector. */
export function Shell() {
  const hasState = useHasState();
  const isUnavailable = useConnection().phase === 'unavailable';
  const isUsable = hasState && !isUnavailable;
  const isInspecting = useSelection() !== null;
  useGoShortcuts();
  useLearnCleanups();
  const [screen, setScreen] = useState<HTMLElement | null>(null);
  useScreenFocus(screen);
  useRowKeys(screen);
  useShortcut('inspect', () => toggleInspectorFocus(document));
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { isLive } = useLive();
  const held = useHeldState(!isLive && !isSelfFollowing(path));
  return (
    <div className="flex h-full" data-inspector={isInspecting ? '' : undefined}>
      <SkipLink screen={screen} />
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        {isUsable && <TopBar held={held} />}
        {isUsable && <ConnectionBanner />}
        <div className="relative flex min-h-0 flex-1">
          <HeldStateContext value={held?.state ?? null}>
            <main ref={setScreen} tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
              <PageScrollerContext value={screen}>
                {isUsable ? <Outlet /> : <WaitingScreen />}
              </PageScrollerContext>
            </main>
            {isUsable && <Inspector />}
          </HeldStateContext>
        </div>
      </div>
      {isUsable && <Dialogs />}
      {isUsable && <CutoverFlash />}
      <Notice />
    </div>
  );
}

function useGoShortcuts(): void {
  const navigate = useNavigate();
  useShortcut('go-overview', () => void navigate({ to: '/overview' }));
  useShortcut('go-packages', () => void navigate({ to: '/packages' }));
  useShortcut('go-capabilities', () => void navigate({ to: '/capabilities' }));
  useShortcut('go-runs', () => void navigate({ to: '/runs' }));
  useShortcut('go-activity', () => void navigate({ to: '/activity' }));
  useShortcut('palette', () => openDialog({ kind: 'palette' }));
  useShortcut('sheet', () => openDialog({ kind: 'shortcuts' }));
}
