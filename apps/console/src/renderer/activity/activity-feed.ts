import type { Activity, ActivityPage } from '../../protocol/activity.js';
import { ACTIVITY_FOLLOWED_MAX, ACTIVITY_WAITING_MAX } from './limits.js';

/** What is known of the lines that fit one filter, and which of them are shown. */
export interface ActivityFeed {
  /** Shown, newest first, without a gap. */
  readonly lines: readonly Activity[];
  /** Newer than those shown, newest first; they come to the top when somebody asks for them. */
  readonly waiting: readonly Activity[];
  /** True when lines between `waiting` and `lines` are missing, since too many came at once. */
  readonly hasGap: boolean;
  /** True when there are older lines than those shown. */
  readonly hasMore: boolean;
  /** Lines that fit the filter, and all lines, as the host counted them last. */
  readonly matched: number;
  readonly total: number;
}

export function feedOf(page: ActivityPage): ActivityFeed {
  return { ...page, waiting: [], hasGap: false };
}

/** Older lines at the end. */
export function withOlder(feed: ActivityFeed, page: ActivityPage): ActivityFeed {
  const last = feed.lines.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  const older = page.lines.filter((line) => line.sequence < last);
  return {
    ...feed,
    lines: [...feed.lines, ...older],
    hasMore: page.hasMore,
    matched: page.matched,
    total: page.total,
  };
}

/**
 * The newest page as it is now: lines that came since then are shown at the top while the view follows, and wait
 * otherwise. When the page does not reach down to what is known, what is known is let go of as soon as that is shown.
 */
export function withNewest(feed: ActivityFeed, page: ActivityPage, isFollowing: boolean): ActivityFeed {
  const known = (feed.waiting.at(0) ?? feed.lines.at(0))?.sequence ?? 0;
  const fresh = page.lines.filter((line) => line.sequence > known);
  const reaches = fresh.length < page.lines.length || !page.hasMore;
  const waiting = reaches ? [...fresh, ...feed.waiting] : page.lines;
  const isLong = waiting.length > ACTIVITY_WAITING_MAX;
  const next: ActivityFeed = {
    ...feed,
    waiting: isLong ? page.lines : waiting,
    hasGap: feed.hasGap || !reaches || isLong,
    matched: page.matched,
    total: page.total,
  };
  return isFollowing ? withWaiting(next) : next;
}

/** What waited comes to the top; what is far below it is let go of, so that the page may follow for days. */
export function withWaiting(feed: ActivityFeed): ActivityFeed {
  if (feed.waiting.length === 0) return feed;
  const { waiting, hasGap } = feed;
  const lines = hasGap ? waiting : [...waiting, ...feed.lines];
  return {
    ...feed,
    lines: lines.slice(0, ACTIVITY_FOLLOWED_MAX),
    waiting: [],
    hasGap: false,
    hasMore: feed.hasMore || hasGap || lines.length > ACTIVITY_FOLLOWED_MAX,
  };
}
