import type { ErrorReport } from './error-report.js';

/** What the application's main process says to its host process; `connect` brings one end of a channel with it. */
export type MainToHost = { readonly type: 'connect' } | { readonly type: 'stop' };

/**
 * What the host process says back. After `failed` it still answers each page that connects, with that failure, until it
 * is stopped. `live-runs` comes whenever another number of runs is live.
 */
export type HostToMain =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: ErrorReport }
  | { readonly type: 'live-runs'; readonly live: number };
