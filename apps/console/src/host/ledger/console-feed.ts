import { applyConsoleEvent, type ConsoleEvent } from '../../protocol/console-event.js';
import type { ConsoleState } from '../../protocol/console-state.js';

/** What the feed's followers are told: an event with its place. */
export interface FedEvent {
  readonly sequence: number;
  readonly event: ConsoleEvent;
}

/** The state that pages see, and every change to it, consecutively numbered. */
export class ConsoleFeed {
  readonly #followers = new Set<(fed: FedEvent) => void>();
  #state: ConsoleState;
  #sequence = 0;

  constructor(initial: ConsoleState) {
    this.#state = initial;
  }

  get state(): ConsoleState {
    return this.#state;
  }

  /** Number of the event that made the state what it is; 0 before the first. */
  get sequence(): number {
    return this.#sequence;
  }

  publish(event: ConsoleEvent): void {
    this.#state = applyConsoleEvent(this.#state, event);
    this.#sequence += 1;
    const fed: FedEvent = { sequence: this.#sequence, event };
    for (const follower of this.#followers) follower(fed);
  }

  /** Returns the undo of following. */
  follow(follower: (fed: FedEvent) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}
