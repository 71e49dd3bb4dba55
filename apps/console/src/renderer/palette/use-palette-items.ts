import { useParams, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { useView } from '../navigation/use-view.js';
import { capabilityItems } from './capability-items.js';
import { commandItems } from './command-items.js';
import type { PaletteItem } from './palette-item.js';
import { placeItems } from './place-items.js';
import { useCatalogsInForce } from './use-catalogs-in-force.js';

/** All that the palette can go to or do now. */
export function usePaletteItems(): readonly PaletteItem[] {
  const state = useConsole((whole) => whole);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { session = null } = useParams({ strict: false });
  const view = useView();
  const isLive = useIsLive();
  const catalogs = useCatalogsInForce();
  return useMemo(
    () => [
      ...commandItems(state, { path, view, session, isLive }),
      ...placeItems(state),
      ...capabilityItems(catalogs),
    ],
    [state, path, view, session, isLive, catalogs],
  );
}
