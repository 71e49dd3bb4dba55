import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROTOCOL_VERSION, REQUESTS_IN_FLIGHT_MAX } from '../../protocol/limits.js';
import { anError, aSession, aState } from '../test-state/builders.js';
import { FakeHost } from '../test-state/fake-host.js';
import { ConsoleClient } from './console-client.js';
import {
  RECONNECT_DELAY_MAX_MS,
  RECONNECT_DELAY_MIN_MS,
  RENDER_INTERVAL_MS,
  REQUEST_TIMEOUT_MS,
  SNAPSHOT_TIMEOUT_MS,
} from './limits.js';
import { reconnectDelayMs } from './reconnect-delay.js';

const sessionEvent = (id: string) => ({ type: 'session' as const, session: aSession({ id }) });

/** A batch without packages. */
const nothing = { session: 's', packageGeneration: 0, packages: [], reason: null };

describe('ConsoleClient', () => {
  let host: FakeHost;
  let client: ConsoleClient;
  const phase = (): string => client.store.getState().connection.phase;
  const names = (): readonly string[] =>
    client.store.getState().state?.sessions.map((session) => session.id) ?? [];

  beforeEach(async () => {
    vi.useFakeTimers();
    host = new FakeHost(aState());
    client = new ConsoleClient({ open: host.open, now: Date.now, isHidden: () => false });
    client.connect();
    await vi.advanceTimersByTimeAsync(0);
  });
  afterEach(() => {
    client[Symbol.dispose]();
    vi.useRealTimers();
  });

  it('says hello with its version of the protocol, and is live with the snapshot', () => {
    expect(host.heard).toEqual([{ type: 'hello', protocol: PROTOCOL_VERSION }]);
    expect(phase()).toBe('live');
  });

  it('heals a gap by asking for a new snapshot, once for however many events it misses', () => {
    host.state = aState({ sessions: [aSession({ id: 'healed' })] });
    host.answersHello = false;
    host.sequence += 1;
    host.event(sessionEvent('b'));
    host.event(sessionEvent('c'));
    expect(phase()).toBe('healing');
    expect(host.count('hello')).toBe(2);
    host.snapshot();
    expect(phase()).toBe('live');
    expect(names()).toEqual(['healed']);
    host.event(sessionEvent('next'));
    vi.advanceTimersByTime(RENDER_INTERVAL_MS);
    expect(names()).toEqual(['healed', 'next']);
  });

  it('renders a burst of events a few times, and ends with all of it', () => {
    let renders = 0;
    client.store.subscribe(() => {
      renders += 1;
    });
    for (let index = 0; index < 500; index += 1) {
      host.event(sessionEvent(`s${index}`));
      vi.advanceTimersByTime(2);
    }
    vi.advanceTimersByTime(RENDER_INTERVAL_MS);
    expect(renders).toBeLessThanOrEqual(1_000 / RENDER_INTERVAL_MS + 1);
    expect(names()).toHaveLength(500);
  });

  it('connects again after the host went away, and shows what the new one says', async () => {
    host.goAway();
    expect(phase()).toBe('lost');
    host.state = aState({ sessions: [aSession({ id: 'after' })] });
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MIN_MS);
    expect(phase()).toBe('live');
    expect(names()).toEqual(['after']);
  });

  it('waits longer from attempt to attempt, up to a bound, and connects at once when asked to', async () => {
    expect([1, 2, 3].map(reconnectDelayMs)).toEqual([
      RECONNECT_DELAY_MIN_MS,
      2 * RECONNECT_DELAY_MIN_MS,
      4 * RECONNECT_DELAY_MIN_MS,
    ]);
    expect(reconnectDelayMs(1_000)).toBe(RECONNECT_DELAY_MAX_MS);
    host.refusal = new Error('The host cannot be reached');
    host.goAway();
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MIN_MS);
    expect(client.store.getState().connection).toMatchObject({
      phase: 'lost',
      attempt: 1,
      reason: 'The host cannot be reached',
    });
    host.refusal = null;
    client.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(phase()).toBe('live');
  });

  it('gives up on a host that does not send its state in time', async () => {
    host.answersHello = false;
    host.goAway();
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MIN_MS);
    expect(phase()).toBe('connecting');
    await vi.advanceTimersByTimeAsync(SNAPSHOT_TIMEOUT_MS);
    expect(client.store.getState().connection).toMatchObject({
      phase: 'lost',
      reason: 'The host did not send its state in time.',
    });
  });

  it('connects again when the host sends what it cannot read', async () => {
    host.say({ type: 'event', sequence: 'one' });
    expect(phase()).toBe('lost');
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MIN_MS);
    expect(phase()).toBe('live');
  });

  it('says which versions do not fit when the host is of another one, and does not try again by itself', async () => {
    host.say({ type: 'snapshot', protocol: PROTOCOL_VERSION + 1, sequence: 1, state: { newer: true } });
    expect(client.store.getState().connection).toMatchObject({
      phase: 'unavailable',
      error: { code: 'protocol-mismatch' },
    });
    const before = host.connections;
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MAX_MS * 2);
    expect(host.connections).toBe(before);
  });

  it('stays unavailable with the host’s reason, until a person tries again', async () => {
    host.say({ type: 'unavailable', error: anError({ code: 'store-locked' }) });
    host.goAway();
    expect(client.store.getState().connection).toMatchObject({ phase: 'unavailable' });
    client.connect();
    await vi.advanceTimersByTimeAsync(0);
    expect(phase()).toBe('live');
  });

  it('brings each answer to its request, also out of order', async () => {
    const first = client.request('run.cancel', { run: 'r-1' });
    const second = client.request('session.create', { id: 'demo' });
    host.answer('session.create', { id: 'demo' });
    host.answer('run.cancel', {});
    await expect(second).resolves.toEqual({ id: 'demo' });
    await expect(first).resolves.toEqual({});
  });

  it('turns a refusal into an error that carries the host’s report', async () => {
    const asked = client.request('run.cancel', { run: 'r-1' });
    host.refuse('run.cancel', anError({ code: 'run-not-found' }));
    await expect(asked).rejects.toMatchObject({ code: 'refused', report: { code: 'run-not-found' } });
  });

  it('refuses an answer of the wrong shape', async () => {
    const asked = client.request('session.create', { id: 'demo' });
    host.answer('session.create', { name: 'demo' });
    await expect(asked).rejects.toMatchObject({ code: 'unreadable-answer' });
  });

  it('tells the host when a person gives up on a request', async () => {
    const given = new AbortController();
    const asked = client.request('batch.apply', nothing, given);
    given.abort();
    await expect(asked).rejects.toMatchObject({ code: 'aborted' });
    expect(host.heard.at(-1)).toEqual({ type: 'abort', id: host.request('batch.apply').id });
  });

  it('bounds the wait for an answer, except for a batch, which a person can cancel', async () => {
    const quick = client.request('run.cancel', { run: 'r-1' });
    const batch = client.request('batch.apply', nothing);
    const late = expect(quick).rejects.toMatchObject({ code: 'timed-out' });
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    await late;
    const stamp = { generation: 1, digest: 'd' };
    host.answer('batch.apply', { batch: 'b', previous: stamp, committed: stamp });
    await expect(batch).resolves.toMatchObject({ batch: 'b' });
  });

  it('ends the requests under way when the host goes away, and refuses new ones until it is back', async () => {
    const asked = client.request('run.cancel', { run: 'r-1' });
    host.goAway();
    await expect(asked).rejects.toMatchObject({ code: 'disconnected' });
    await expect(client.request('run.cancel', { run: 'r-1' })).rejects.toMatchObject({
      code: 'disconnected',
    });
  });

  it('has a bound on the requests under way', async () => {
    const asked = Array.from({ length: REQUESTS_IN_FLIGHT_MAX }, () =>
      client.request('run.cancel', { run: 'r' }),
    );
    await expect(client.request('run.cancel', { run: 'r' })).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    const ended = Promise.allSettled(asked);
    host.goAway();
    expect((await ended).every((item) => item.status === 'rejected')).toBe(true);
  });

  it('does nothing any more once it was released', async () => {
    client[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MAX_MS);
    expect(host.connections).toBe(1);
    await expect(client.request('run.cancel', { run: 'r' })).rejects.toMatchObject({ code: 'disconnected' });
  });
});
