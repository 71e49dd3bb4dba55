import type { ConsoleState } from '../../protocol/console-state.js';
import { isTerminal } from '../../protocol/run.js';
import type { ConsoleFeed } from './console-feed.js';

/** How many runs have not ended. */
export function liveRuns({ runs }: ConsoleState): number {
  return runs.filter(({ status }) => !isTerminal(status)).length;
}

/** Tells how many runs are live whenever that has changed; first when there is one. */
export function followLiveRuns(feed: ConsoleFeed, tell: (live: number) => void): void {
  let told = 0;
  const look = (): void => {
    const live = liveRuns(feed.state);
    if (live === told) return;
    told = live;
    tell(live);
  };
  feed.follow(({ event }) => {
    if (event.type === 'run') look();
  });
  look();
}
