import { describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '../../protocol/limits.js';
import type { HostMessage } from '../../protocol/messages.js';
import { anError, aSession, aState } from '../test-state/builders.js';
import { type ConnectionView, initialView, reduceConnection } from './connection-view.js';

const take = (view: ConnectionView, message: HostMessage, at = 100): ConnectionView =>
  reduceConnection(view, { type: 'message', at, message });
const snapshot = (sequence: number, protocol = PROTOCOL_VERSION): HostMessage => ({
  type: 'snapshot',
  protocol,
  sequence,
  state: aState(),
});
const event = (sequence: number, id: string): HostMessage => ({
  type: 'event',
  sequence,
  event: { type: 'session', session: aSession({ id }) },
});
const names = (view: ConnectionView): readonly string[] => view.state?.sessions.map((item) => item.id) ?? [];

describe('the page’s view of its host', () => {
  it('is live from the snapshot on, and knows how long that took', () => {
    const view = take(initialView(60), snapshot(4));
    expect(view.connection).toEqual({ phase: 'live' });
    expect(view.sequence).toBe(4);
  });

  it('applies consecutive events', () => {
    const view = take(take(take(initialView(0), snapshot(4)), event(5, 'a')), event(6, 'b'));
    expect(names(view)).toEqual(['a', 'b']);
  });

  it('ignores an event that the snapshot already holds', () => {
    const live = take(initialView(0), snapshot(4));
    expect(take(live, event(4, 'old'))).toBe(live);
  });

  it('heals after a gap: it applies nothing more until there is a new snapshot', () => {
    const gap = take(take(initialView(0), snapshot(4)), event(6, 'b'));
    expect(gap.connection.phase).toBe('healing');
    const still = take(gap, event(7, 'c'));
    expect(names(still)).toEqual([]);
    expect(take(still, snapshot(7)).connection.phase).toBe('live');
  });

  it('ignores an event that comes before any snapshot', () => {
    const view = initialView(0);
    expect(take(view, event(1, 'a'))).toBe(view);
  });

  it('keeps what it knew while the host is lost', () => {
    const lost = reduceConnection(take(initialView(0), snapshot(4)), {
      type: 'lost',
      attempt: 2,
      retryAt: 900,
      reason: null,
    });
    expect(lost.connection).toEqual({ phase: 'lost', attempt: 2, retryAt: 900, reason: null });
    expect(lost.state).not.toBeNull();
  });

  it('keeps saying why a host is unavailable after that host went away', () => {
    const view = take(initialView(0), { type: 'unavailable', error: anError({ code: 'store-locked' }) });
    const later = reduceConnection(view, { type: 'lost', attempt: 1, retryAt: 0, reason: null });
    expect(later.connection).toMatchObject({ phase: 'unavailable', error: { code: 'store-locked' } });
  });

  it('refuses a snapshot of another version of the protocol, and names both versions', () => {
    const view = take(initialView(0), snapshot(1, PROTOCOL_VERSION + 1));
    expect(view.state).toBeNull();
    expect(view.connection).toMatchObject({
      phase: 'unavailable',
      error: {
        code: 'protocol-mismatch',
        details: { hostProtocol: PROTOCOL_VERSION + 1, pageProtocol: PROTOCOL_VERSION },
      },
    });
  });
});
