import type { Clock } from './clock.js';
import { deepFreeze } from './deep-freeze.js';
import { DEFAULT_EVENT_HISTORY } from './limits.js';

/** An event with its place in the log. */
export type Sequenced<E> = E & {
  /** Consecutive from 1. */
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/** Tells a subscriber that events from `from` to `to` are no longer kept. */
export interface EventsLost {
  readonly type: 'events-lost';
  readonly from: number;
  readonly to: number;
}

/** Receives each event once, in order. */
export type EventListener<E> = (event: Sequenced<E> | EventsLost) => void;

/** Settings of an {@link EventLog}. */
export interface EventLogOptions<E> {
  readonly clock: Clock;
  /** Events kept for late subscribers; 10,000 by default. */
  readonly historyLimit?: number;
  /** Told of a listener that threw, once until it takes an event again. */
  readonly onListenerError?: (error: unknown, event: Sequenced<E> | EventsLost) => void;
}

interface Subscriber<E> {
  readonly listener: EventListener<E>;
  next: number;
  failing: boolean;
  active: boolean;
}

/**
 * Everything that happened, in order and numbered, with a bounded memory.
 *
 * Delivery is synchronous but never re-entrant: what is published inside a listener is delivered after it returns.
 */
export class EventLog<E extends object> {
  readonly #options: EventLogOptions<E>;
  readonly #limit: number;
  readonly #subscribers = new Set<Subscriber<E>>();
  // A ring: the event of sequence n stands at (n - 1) % limit, so that dropping the oldest costs nothing.
  readonly #ring: Sequenced<E>[] = [];
  #lastSequence = 0;
  #delivering = false;

  constructor(options: EventLogOptions<E>) {
    this.#options = options;
    this.#limit = options.historyLimit ?? DEFAULT_EVENT_HISTORY;
    if (!Number.isSafeInteger(this.#limit) || this.#limit < 1) {
      throw new RangeError('historyLimit must be a whole number of at least 1');
    }
  }

  /** Number of the newest event; 0 before the first. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Appends an event and delivers it. The event is frozen all the way down. */
  publish(event: E): Sequenced<E> {
    const sequence = this.#lastSequence + 1;
    const sequenced = deepFreeze({ ...event, sequence, at: this.#options.clock.now() });
    this.#ring[(sequence - 1) % this.#limit] = sequenced;
    this.#lastSequence = sequence;
    this.#deliver();
    return sequenced;
  }

  /**
   * Delivers every event after `afterSequence` (default: only what is still to come), the kept ones at once.
   *
   * @returns the undo of the subscription
   */
  subscribe(
    listener: EventListener<E>,
    { afterSequence }: { readonly afterSequence?: number } = {},
  ): () => void {
    const next = Math.max(0, afterSequence ?? this.#lastSequence) + 1;
    const subscriber: Subscriber<E> = { listener, next, failing: false, active: true };
    this.#subscribers.add(subscriber);
    this.#deliver();
    return () => {
      subscriber.active = false;
      this.#subscribers.delete(subscriber);
    };
  }

  #deliver(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      let behind = true;
      while (behind) {
        behind = false;
        for (const subscriber of this.#subscribers) behind = this.#catchUp(subscriber) || behind;
      }
    } finally {
      this.#delivering = false;
    }
  }

  /** Delivers all that one subscriber lacks; says whether there was anything. */
  #catchUp(subscriber: Subscriber<E>): boolean {
    const start = subscriber.next;
    while (subscriber.active && subscriber.next <= this.#lastSequence) {
      const first = Math.max(1, this.#lastSequence - this.#limit + 1);
      if (subscriber.next < first) {
        const lost: EventsLost = { type: 'events-lost', from: subscriber.next, to: first - 1 };
        subscriber.next = first;
        this.#hand(subscriber, Object.freeze(lost));
        continue;
      }
      const event = this.#ring[(subscriber.next - 1) % this.#limit];
      subscriber.next += 1;
      if (event !== undefined) this.#hand(subscriber, event);
    }
    return subscriber.next > start;
  }

  #hand(subscriber: Subscriber<E>, event: Sequenced<E> | EventsLost): void {
    try {
      subscriber.listener(event);
      subscriber.failing = false;
    } catch (error) {
      // Reporting may itself publish an event, at which the listener throws again: one report per row of failures.
      if (subscriber.failing) return;
      subscriber.failing = true;
      this.#options.onListenerError?.(error, event);
    }
  }
}
