import type { Channel } from '../protocol/channel.js';

/**
 * The host's end of a channel. It knows how far behind the page is, so that the host can stop talking to a page
 * that does not keep up instead of letting messages pile up anywhere on the way.
 */
export interface MeteredChannel<Outgoing, Incoming> extends Channel<Outgoing, Incoming> {
  /** Messages that were posted and that the page has not handled yet. */
  readonly backlog: number;
  /** Registers the one listener that is called whenever the backlog has become smaller. */
  progress(listener: () => void): void;
}
