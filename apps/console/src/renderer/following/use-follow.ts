import { type RefObject, useEffect, useRef } from 'react';
import { useLive } from '../navigation/use-live.js';
import { type FollowedEdge, followAfterScroll } from './follow-after-scroll.js';
import { HAND_MS } from './limits.js';

const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Lets a list that scrolls be followed: scrolling away from the edge where new lines come in switches live off, coming
 * back to it switches it on.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  edge: FollowedEdge,
  isGrowing: boolean,
): boolean {
  const { isLive, setLive } = useLive();
  const isFollowing = isLive && isGrowing;
  const wanted = useRef({ isLive, setLive });
  useEffect(() => {
    wanted.current = { isLive, setLive };
  });

  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isGrowing) return;
    let from = element.scrollTop;
    let handAt = Number.NEGATIVE_INFINITY;
    let isDragging = false;
    const hand = (event: Event): void => {
      handAt = event.timeStamp;
      if (event.type === 'pointerdown') isDragging = true;
    };
    const drop = (): void => {
      isDragging = false;
    };
    const move = (event: Event): void => {
      const to = element.scrollTop;
      const isByHand = isDragging || event.timeStamp - handAt <= HAND_MS;
      const max = element.scrollHeight - element.clientHeight;
      const { isLive: before, setLive: set } = wanted.current;
      const next = followAfterScroll(before, { edge, from, to, max, isByHand });
      from = to;
      if (next !== before) set(next);
    };
    for (const type of HANDS) element.addEventListener(type, hand, { passive: true });
    window.addEventListener('pointerup', drop);
    element.addEventListener('scroll', move, { passive: true });
    return () => {
      for (const type of HANDS) element.removeEventListener(type, hand);
      window.removeEventListener('pointerup', drop);
      element.removeEventListener('scroll', move);
    };
  }, [scroller, edge, isGrowing]);
  return isFollowing;
}
