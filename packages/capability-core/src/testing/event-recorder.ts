import type { EventListener, EventsLost, Sequenced } from '../lifecycle/event-log.js';

/** What can be subscribed to. */
interface Subscribable<E> {
  subscribe(listener: EventListener<E>, options?: { readonly afterSequence?: number }): () => void;
}

/** Remembers every event of a session, and waits for one. */
export class EventRecorder<E extends { readonly type: string }> {
  readonly #events: (Sequenced<E> | EventsLost)[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #unsubscribe: () => void;

  /** Begins with the first event that is still kept. */
  constructor(source: Subscribable<E>) {
    this.#unsubscribe = source.subscribe(
      (event) => {
        this.#events.push(event);
        for (const look of this.#watchers) {
          look();
        }
      },
      { afterSequence: 0 },
    );
  }

  get events(): readonly (Sequenced<E> | EventsLost)[] {
    return [...this.#events];
  }

  /** The types of all events, in order. */
  get types(): readonly string[] {
    return this.#events.map(({ type }) => type);
  }

  /** The events of one type. */
  of<T extends E['type']>(type: T): readonly Extract<Sequenced<E>, { readonly type: T }>[] {
    return this.#events.filter((event) => event.type === type) as Extract<
      Sequenced<E>,
      { readonly type: T }
    >[];
  }

  /** Resolves when an event satisfies `matches`, one that was there before included. */
  async seen(matches: (event: Sequenced<E> | EventsLost) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.#events.some(matches)) {
          this.#watchers.delete(look);
          resolve();
        }
      };
      this.#watchers.add(look);
      look();
    });
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
  }
}
