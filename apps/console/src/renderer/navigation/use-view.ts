import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { formatSelection, parseSelection, type Selection } from './selection.js';
import type { ViewSearch } from './view-search.js';

/** The view part of the address. */
export function useView(): ViewSearch {
  return useSearch({ strict: false });
}

/** Changes parts of the view; the other parts and the screen stay. */
export function useChangeView(): (change: ViewSearch) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) => {
      void navigate({ to: '.', search: (view: ViewSearch) => ({ ...view, ...change }), replace: true });
    },
    [navigate],
  );
}

export function useSelection(): Selection | null {
  const { select } = useView();
  return useMemo(() => parseSelection(select), [select]);
}

/** Shows something in the inspector; null closes it. */
export function useSelect(): (selection: Selection | null) => void {
  const change = useChangeView();
  return useCallback(
    (selection) => change({ select: selection === null ? undefined : formatSelection(selection) }),
    [change],
  );
}
