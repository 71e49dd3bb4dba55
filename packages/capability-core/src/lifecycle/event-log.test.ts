import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.js';
import { type EventListener, EventLog } from './event-log.js';
import { DEFAULT_EVENT_HISTORY } from './limits.js';

interface Note {
  readonly type: string;
  readonly details?: { readonly list: readonly number[] };
}

const log = (historyLimit = 100, onListenerError?: (error: unknown) => void) =>
  new EventLog<Note>({
    clock: new ManualClock(1_000),
    historyLimit,
    ...(onListenerError === undefined ? {} : { onListenerError }),
  });

function recorder() {
  const seen: unknown[] = [];
  const listener: EventListener<Note> = (event) =>
    seen.push(
      event.type === 'events-lost' ? event : `${'sequence' in event ? event.sequence : ''}:${event.type}`,
    );
  return { seen, listener };
}

describe('EventLog', () => {
  it('numbers events from 1 and stamps them', () => {
    const events = log();
    expect(events.lastSequence).toBe(0);
    expect(events.publish({ type: 'a' })).toEqual({ type: 'a', sequence: 1, at: 1_000 });
    expect(events.publish({ type: 'b' })).toMatchObject({ sequence: 2 });
    expect(events.lastSequence).toBe(2);
  });

  it('freezes events all the way down', () => {
    const event = log().publish({ type: 'a', details: { list: [1] } });
    expect([event, event.details, event.details?.list].every(Object.isFrozen)).toBe(true);
  });

  it('gives a new subscriber only what is to come, until it unsubscribes', () => {
    const events = log();
    const { seen, listener } = recorder();
    events.publish({ type: 'before' });
    const unsubscribe = events.subscribe(listener);
    events.publish({ type: 'during' });
    unsubscribe();
    events.publish({ type: 'after' });
    expect(seen).toEqual(['2:during']);
  });

  it('lets a late subscriber catch up at once', () => {
    const events = log();
    const { seen, listener } = recorder();
    for (const type of ['a', 'b', 'c']) events.publish({ type });
    events.subscribe(listener, { afterSequence: 1 });
    expect(seen).toEqual(['2:b', '3:c']);
  });

  it('tells a late subscriber which events are no longer kept', () => {
    const events = log(2);
    const { seen, listener } = recorder();
    for (const type of ['a', 'b', 'c', 'd', 'e']) events.publish({ type });
    events.subscribe(listener, { afterSequence: 0 });
    expect(seen).toEqual([{ type: 'events-lost', from: 1, to: 3 }, '4:d', '5:e']);
  });

  it('tells nobody of a gap who lacks nothing', () => {
    const events = log(2);
    const { seen, listener } = recorder();
    for (const type of ['a', 'b', 'c']) events.publish({ type });
    events.subscribe(listener, { afterSequence: 1 });
    expect(seen).toEqual(['2:b', '3:c']);
  });

  it('delivers what a listener publishes only after that listener has returned', () => {
    const events = log();
    const { seen, listener } = recorder();
    const order: string[] = [];
    events.subscribe((event) => {
      order.push(`in ${event.type}`);
      if (event.type === 'first') events.publish({ type: 'second' });
      order.push(`out ${event.type}`);
    });
    events.subscribe(listener);
    events.publish({ type: 'first' });
    expect(order).toEqual(['in first', 'out first', 'in second', 'out second']);
    expect(seen).toEqual(['1:first', '2:second']);
  });

  it('is not disturbed by a listener that throws, and reports it once in a row', () => {
    const failures: unknown[] = [];
    const events = log(100, (error) => {
      failures.push(error);
      events.publish({ type: 'listener-failed' });
    });
    const { seen, listener } = recorder();
    events.subscribe(({ type }) => {
      if (type !== 'fine') throw new Error(`cannot take ${type}`);
    });
    events.subscribe(listener);
    events.publish({ type: 'bad' });
    events.publish({ type: 'fine' });
    events.publish({ type: 'worse' });
    expect(failures).toEqual([new Error('cannot take bad'), new Error('cannot take worse')]);
    expect(seen).toEqual(['1:bad', '2:listener-failed', '3:fine', '4:worse', '5:listener-failed']);
  });

  it('lets a listener unsubscribe itself and others while it is called', () => {
    const events = log();
    const { seen, listener } = recorder();
    const undo: (() => void)[] = [];
    undo.push(
      events.subscribe(() => {
        for (const each of undo) each();
      }),
      events.subscribe(listener),
    );
    events.publish({ type: 'a' });
    events.publish({ type: 'b' });
    expect(seen).toEqual([]);
  });

  it('gives one that unsubscribes itself nothing more of what waits for it', () => {
    const events = log();
    const { seen, listener } = recorder();
    const undo = events.subscribe((event) => {
      listener(event);
      events.publish({ type: 'nested' });
      undo();
    });
    events.publish({ type: 'a' });
    expect(seen).toEqual(['1:a']);
  });

  it('keeps 10,000 events where nothing is said, and forgets the oldest at one more', () => {
    const events = new EventLog<Note>({ clock: new ManualClock() });
    const firstSeen = () => {
      const { seen, listener } = recorder();
      events.subscribe(listener, { afterSequence: 0 })();
      return seen[0];
    };
    for (let n = 0; n < DEFAULT_EVENT_HISTORY; n += 1) events.publish({ type: 'a' });
    expect(firstSeen()).toBe('1:a');
    events.publish({ type: 'b' });
    expect(firstSeen()).toEqual({ type: 'events-lost', from: 1, to: 1 });
    expect(events.lastSequence).toBe(10_001);
  });

  it('refuses a history without room', () => {
    expect(() => log(0)).toThrow(RangeError);
  });
});
