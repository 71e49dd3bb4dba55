import { describe, expect, it } from 'vitest';
import { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import { CapabilityCeiling } from '../scope/capability-ceiling.js';
import { RunCapabilityBinding } from '../scope/run-capability-binding.js';
import { ManualClock } from '../testing/manual-clock.js';
import {
  RECORD_TEXT_BYTES_MAX,
  RUN_EVENT_BYTES_MAX,
  RUN_EVENT_PAGE_MAX,
  RUN_EVENTS_MAX,
  RUN_RECORDS_MAX,
} from './limits.js';
import { RunStore } from './run-store.js';

function binding(generation: number): RunCapabilityBinding {
  const set = CapabilitySet.empty(CodeCatalogGeneration.of(generation));
  return RunCapabilityBinding.of(set, CapabilityCeiling.create(set));
}

function setUp() {
  const clock = new ManualClock();
  return { clock, runs: new RunStore('session', clock) };
}

describe('the record of a run', () => {
  it('begins as created and keeps what it was made of', () => {
    const { runs, clock } = setUp();
    expect(runs.create('a', 'go')).toMatchObject({
      id: 'a',
      sessionId: 'session',
      status: 'created',
      prompt: 'go',
      capabilityBinding: null,
      createdAtMs: clock.now(),
      updatedAtMs: clock.now(),
      resultText: null,
      error: null,
      eventCount: 0,
    });
    expect(runs.snapshot('b')).toBeNull();
  });

  it('is never replaced', () => {
    const { runs } = setUp();
    runs.create('a', 'go');
    expect(() => runs.create('a', 'again')).toThrow(
      expect.objectContaining({ code: 'run-exists', runId: 'a' }),
    );
    expect(runs.snapshot('a')?.prompt).toBe('go');
  });

  it('ends once: what is said later changes nothing', async () => {
    const { runs, clock } = setUp();
    runs.create('a', 'go');
    runs.advance('a', 'executing');
    await clock.advance(5);
    const ended = runs.finish('a', { status: 'cancelled' });
    expect(ended.updatedAtMs - ended.createdAtMs).toBe(5);
    await clock.advance(5);
    expect(runs.finish('a', { status: 'completed', resultText: 'x' })).toEqual(ended);
    expect(runs.finish('a', { status: 'failed', error: { code: null, message: 'x' } })).toEqual(ended);
    expect(runs.advance('a', 'executing')).toEqual(ended);
  });

  it('keeps text and error of its end, cut to a bound', () => {
    const { runs } = setUp();
    runs.create('a', 'p'.repeat(RECORD_TEXT_BYTES_MAX + 1));
    runs.finish('a', {
      status: 'failed',
      resultText: 'r'.repeat(RECORD_TEXT_BYTES_MAX),
      error: { code: 'model-failed', message: 'gone' },
    });
    const snapshot = runs.snapshot('a');
    expect(snapshot).toMatchObject({ error: 'gone', errorCode: 'model-failed' });
    expect(snapshot?.prompt).toContain(`[cut: the first ${RECORD_TEXT_BYTES_MAX} of`);
    expect(snapshot?.resultText).toBe('r'.repeat(RECORD_TEXT_BYTES_MAX));
    runs.create('b', 'p'.repeat(RECORD_TEXT_BYTES_MAX));
    runs.finish('b', { status: 'completed', resultText: 'r'.repeat(RECORD_TEXT_BYTES_MAX + 1) });
    expect(runs.snapshot('b')?.prompt).toBe('p'.repeat(RECORD_TEXT_BYTES_MAX));
    expect(runs.snapshot('b')?.resultText).toContain(`[cut: the first ${RECORD_TEXT_BYTES_MAX} of`);
  });

  it.each([
    ['bind', (runs: RunStore) => runs.bind('a', binding(1))],
    ['advance', (runs: RunStore) => runs.advance('a', 'executing')],
    ['finish', (runs: RunStore) => runs.finish('a', { status: 'completed' })],
    [
      'count',
      (runs: RunStore) =>
        runs.count('a', {
          usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
          toolCallsCount: 0,
        }),
    ],
    ['append', (runs: RunStore) => runs.append('a', {})],
    ['page', (runs: RunStore) => runs.page('a')],
  ])('cannot be written or read where there is none: %s', (_name, act) => {
    expect(() => act(setUp().runs)).toThrow(expect.objectContaining({ code: 'run-not-found', runId: 'a' }));
  });
});

describe('the binding of a run', () => {
  it('is written once; the same again changes nothing', () => {
    const { runs } = setUp();
    runs.create('a', 'go');
    const first = runs.bind('a', binding(1));
    expect(first.capabilityBinding).toEqual(binding(1).toJSON());
    expect(runs.bind('a', binding(1))).toEqual(first);
    expect(() => runs.bind('a', binding(2))).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it.each([
    ['an event was told', (runs: RunStore) => runs.append('a', { type: 'x' })],
    ['it has begun', (runs: RunStore) => runs.advance('a', 'executing')],
  ])('cannot be written any more when %s', (_name, observe) => {
    const { runs } = setUp();
    runs.create('a', 'go');
    observe(runs);
    expect(() => runs.bind('a', binding(1))).toThrow(expect.objectContaining({ code: 'already-observed' }));
  });
});

describe('the events of a run', () => {
  it('are numbered from 0, each run for itself, and read in pages', () => {
    const { runs } = setUp();
    for (const id of ['a', 'b']) {
      runs.create(id, 'go');
    }
    for (let n = 0; n < 5; n += 1) {
      runs.append('a', { n });
    }
    runs.append('b', { n: 9 });
    const first = runs.page('a', { limit: 2 });
    expect(first.events.map(({ sequence, event }) => [sequence, event])).toEqual([
      [0, { n: 0 }],
      [1, { n: 1 }],
    ]);
    expect(first).toMatchObject({
      firstAvailableSequence: 0,
      latestSequenceExclusive: 5,
      nextAfterSequence: 1,
      retentionGap: false,
      hasMore: true,
    });
    const rest = runs.page('a', { after: 1 });
    expect(rest.events.map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
    expect(rest).toMatchObject({ nextAfterSequence: 4, hasMore: false });
    expect(runs.page('a', { after: 4 })).toMatchObject({ events: [], nextAfterSequence: 4, hasMore: false });
    expect(runs.page('b').events).toHaveLength(1);
    expect(runs.snapshot('a')?.eventCount).toBe(5);
  });

  it('never go back in time', async () => {
    const { clock } = setUp();
    let now = 10;
    const runs = new RunStore('session', { ...boundClock(clock), now: () => now });
    runs.create('a', 'go');
    runs.append('a', {});
    now = 5;
    runs.append('a', {});
    expect(runs.page('a').events.map(({ atMs }) => atMs)).toEqual([10, 10]);
    expect(runs.finish('a', { status: 'completed' }).updatedAtMs).toBe(10);
  });

  it('come at most so many to a page', () => {
    const { runs } = setUp();
    runs.create('a', 'go');
    for (let n = 0; n <= RUN_EVENT_PAGE_MAX; n += 1) {
      runs.append('a', { n });
    }
    expect(runs.page('a', { limit: RUN_EVENT_PAGE_MAX + 1 }).events).toHaveLength(RUN_EVENT_PAGE_MAX);
    expect(runs.page('a').events).toHaveLength(RUN_EVENT_PAGE_MAX);
    expect(runs.page('a', { limit: 0 }).events).toHaveLength(1);
  });

  it('are forgotten from the oldest beyond their number, and the gap is told', () => {
    const { runs } = setUp();
    runs.create('a', 'go');
    runs.create('b', 'go');
    runs.append('a', { n: 'oldest' });
    for (let n = 1; n < RUN_EVENTS_MAX; n += 1) {
      runs.append('b', { n });
    }
    expect(runs.page('a')).toMatchObject({ firstAvailableSequence: 0, retentionGap: false });
    runs.append('b', { n: 'one too many' });
    expect(runs.page('a')).toMatchObject({
      events: [],
      firstAvailableSequence: 1,
      latestSequenceExclusive: 1,
      retentionGap: true,
    });
    runs.append('a', { n: 'next' });
    expect(runs.page('a').events.map(({ sequence }) => sequence)).toEqual([1]);
    expect(runs.snapshot('a')?.eventCount).toBe(2);
    for (let n = 0; n < 2_000; n += 1) {
      runs.append('a', { n });
    }
    expect(runs.page('a')).toMatchObject({ firstAvailableSequence: 1, latestSequenceExclusive: 2_002 });
    expect(runs.page('b')).toMatchObject({
      firstAvailableSequence: 2_001,
      latestSequenceExclusive: RUN_EVENTS_MAX,
      retentionGap: true,
    });
  }, 60_000);

  it('are forgotten from the oldest beyond their bytes', () => {
    const { runs } = setUp();
    runs.create('a', 'go');
    const half = 'x'.repeat(RUN_EVENT_BYTES_MAX / 2 - '{"x":""}'.length);
    runs.append('a', { x: half });
    runs.append('a', { x: half });
    expect(runs.page('a').firstAvailableSequence).toBe(0);
    runs.append('a', {});
    expect(runs.page('a').firstAvailableSequence).toBe(1);
    runs.create('b', 'go');
    runs.append('b', { x: half.slice(3) });
    expect(runs.page('a').firstAvailableSequence).toBe(1);
    runs.append('b', {});
    expect(runs.page('a').firstAvailableSequence).toBe(2);
  }, 60_000);
});

describe('the records of a session', () => {
  it('forget the oldest runs that nobody writes to, never another', () => {
    const { runs } = setUp();
    runs.create('live', 'go');
    for (let n = 1; n < RUN_RECORDS_MAX; n += 1) {
      runs.create(`r${n}`, 'go');
      runs.append(`r${n}`, { n });
      runs.finish(`r${n}`, { status: 'completed' });
      runs.release(`r${n}`);
    }
    expect(runs.list()).toHaveLength(RUN_RECORDS_MAX);
    runs.create('new', 'go');
    expect(runs.list()).toHaveLength(RUN_RECORDS_MAX);
    expect(runs.has('live')).toBe(true);
    expect(runs.has('r1')).toBe(false);
    expect(runs.list().at(-1)?.id).toBe('new');
    expect(runs.page('r2').events).toHaveLength(1);
  });
});

function boundClock(clock: ManualClock) {
  return {
    elapsed: () => clock.elapsed(),
    setTimer: (delayMs: number, fire: () => void) => clock.setTimer(delayMs, fire),
  };
}
