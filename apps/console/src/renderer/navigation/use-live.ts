import { useCallback } from 'react';
import { useChangeView, useView } from './use-view.js';

export interface Live {
  /** True while the view follows what is new; false while that waits, and nothing moves by itself. */
  readonly isLive: boolean;
  readonly setLive: (isLive: boolean) => void;
}

/** Whether the view follows what is new. It is part of the address, as every way of looking at a screen. */
export function useLive(): Live {
  const isLive = useView().live !== 'off';
  const change = useChangeView();
  const setLive = useCallback((next: boolean) => change({ live: next ? undefined : 'off' }), [change]);
  return { isLive, setLive };
}
