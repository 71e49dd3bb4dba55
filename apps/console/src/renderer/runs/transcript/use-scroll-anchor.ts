import { type RefObject, useEffect, useRef } from 'react';
import { useChangeView, useView } from '../../navigation/use-view.js';
import { ANCHOR_REST_MS } from './limits.js';

export interface ScrollAnchor {
  readonly scroller: RefObject<HTMLElement | null>;
  /** False while the list follows what is new, and where it stands is no choice of anybody. */
  readonly isOn: boolean;
  /** Index of the row for what an address names; -1 while it is not there. */
  readonly indexOf: (at: number) => number;
  readonly scrollTo: (index: number) => void;
  /** What an address names the first row in view by; undefined at the top. */
  readonly firstInView: () => number | undefined;
}

/** Goes where the address says, as soon as that is there, and says in the address where somebody scrolled to. */
export function useScrollAnchor(anchor: ScrollAnchor): void {
  const { at } = useView();
  const changeView = useChangeView();
  const known = useRef<number | undefined>(undefined);
  const latest = useRef({ anchor, changeView });
  const index = at === undefined || !anchor.isOn ? -1 : anchor.indexOf(at);
  useEffect(() => {
    latest.current = { anchor, changeView };
    if (index === -1 || known.current === at) return;
    known.current = at;
    anchor.scrollTo(index);
  });

  const { scroller, isOn } = anchor;
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isOn) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const tell = (): void => {
      const next = latest.current.anchor.firstInView();
      if (next === known.current) return;
      known.current = next;
      latest.current.changeView({ at: next });
    };
    const moved = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(tell, ANCHOR_REST_MS);
    };
    element.addEventListener('scroll', moved, { passive: true });
    return () => {
      if (timer !== null) clearTimeout(timer);
      element.removeEventListener('scroll', moved);
    };
  }, [scroller, isOn]);
}
