import { useContext, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ActivityFilter } from '../../protocol/activity.js';
import { useClient, useConsole } from '../connection/console-context.js';
import { useIsLive } from '../connection/use-is-live.js';
import { ClockContext } from '../shared/clock/clock.js';
import { ActivityReader, type ActivityView } from './activity-reader.js';
import { FILTER_REST_MS } from './limits.js';

export interface UsedActivity extends ActivityView {
  readonly older: () => void;
  /** Reads the newest lines anew. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** The audit log through a filter, kept up to date while the screen is shown. */
export function useActivity({ text, actor, outcome }: ActivityFilter, isFollowing: boolean): UsedActivity {
  const client = useClient();
  const clock = useContext(ClockContext);
  const isConnected = useIsLive();
  const newest = useConsole((state) => state.activity.at(0)?.sequence);
  const [reader] = useState(
    () =>
      new ActivityReader({
        read: (params, signal) => client.request('activity.read', params, { signal }),
        now: clock,
        filter: { text, actor, outcome },
      }),
  );
  useEffect(() => () => reader[Symbol.dispose](), [reader]);
  useEffect(() => reader.follow(isFollowing), [reader, isFollowing]);

  const isFirst = useRef(true);
  useEffect(() => {
    const ask = (): void => reader.filterBy({ text, actor, outcome });
    if (isFirst.current) {
      isFirst.current = false;
      ask();
      return;
    }
    const timer = setTimeout(ask, FILTER_REST_MS);
    return () => clearTimeout(timer);
  }, [reader, text, actor, outcome]);

  const isAsked = useRef(true);
  useEffect(() => {
    // The first time it has just been asked for.
    if (!isAsked.current && isConnected && newest !== undefined) reader.look();
    isAsked.current = false;
  }, [reader, isConnected, newest]);

  const view = useStore(reader.store);
  return {
    ...view,
    older: () => reader.older(),
    again: () => reader.filterBy({ text, actor, outcome }),
    stop: () => reader.stop(),
  };
}
