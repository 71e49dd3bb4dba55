import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ViewSearch } from '../navigation/view-search.js';

/** Goes to what a generation of a session holds, or to what two of them differ in. */
export function useOpenCatalog(session: string): {
  readonly openCatalog: (generation: number) => void;
  readonly openComparison: (from: number, to: number) => void;
} {
  const navigate = useNavigate();
  const show = useCallback(
    (part: 'catalog' | 'compare', change: ViewSearch) => {
      void navigate({
        to: '/capabilities/$session',
        params: { session },
        hash: part,
        search: ({ select, as, span }: ViewSearch): ViewSearch => ({ select, as, span, ...change }),
      });
    },
    [navigate, session],
  );
  return {
    openCatalog: useCallback((generation) => show('catalog', { generation }), [show]),
    openComparison: useCallback((from, to) => show('compare', { from, to }), [show]),
  };
}
