import { EDGE_PX } from './limits.js';

/** Where new lines come in: at the start of a list with the newest first, else at the end. */
export type FollowedEdge = 'start' | 'end';

/** One move of a list that scrolls. */
export interface ScrollMove {
  readonly edge: FollowedEdge;
  /** Pixels from the top, before and after. */
  readonly from: number;
  readonly to: number;
  /** Greatest `to` there can be. */
  readonly max: number;
  /** False where the list moved by itself: lines came, or were measured. */
  readonly isByHand: boolean;
}

/** Whether a list follows what is new after it was scrolled: not once somebody left the edge, again when they are back. */
export function followAfterScroll(
  isFollowing: boolean,
  { edge, from, to, max, isByHand }: ScrollMove,
): boolean {
  if (!isByHand || from === to) return isFollowing;
  const isTowards = edge === 'start' ? to < from : to > from;
  const distance = edge === 'start' ? to : max - to;
  if (isTowards) return isFollowing || distance <= EDGE_PX;
  return isFollowing && distance <= EDGE_PX;
}
