import type { Clock } from '@changeover/capability-core';
import { ManualClock } from '@changeover/capability-core/testing';
import { type JsonValue, StateStore, stateKey } from '@changeover/storage-kit';
import { describe, expect, it } from 'vitest';
import type { ConsoleEvent } from '../../protocol/console-event.js';
import type { HostError } from '../errors/host-error.js';
import {
  FLUSH_INTERVAL_MS,
  FLUSH_LINES,
  LEDGER_LINES_MAX,
  RECORD_DEPTH_MAX,
  TRANSACTION_LINES_MAX,
} from '../limits.js';
import { Ledger, type LedgerLine } from './ledger.js';

/** Time that stands still; timers fire when told to. */
class StillClock implements Clock {
  readonly #timers = new Set<() => void>();

  now(): number {
    return 0;
  }

  elapsed(): number {
    return 0;
  }

  setTimer(_delayMs: number, fire: () => void): () => void {
    this.#timers.add(fire);
    return () => this.#timers.delete(fire);
  }

  get timers(): number {
    return this.#timers.size;
  }

  fireAll(): void {
    const due = [...this.#timers];
    this.#timers.clear();
    for (const fire of due) fire();
  }
}

interface Bench {
  readonly store: StateStore;
  readonly clock: StillClock;
  readonly ledger: Ledger;
  readonly shown: ConsoleEvent[];
  readonly failures: HostError[];
}

async function bench(maxBytes?: number): Promise<Bench> {
  const store = await StateStore.connect({ backend: 'memory', maxBytes });
  const clock = new StillClock();
  const shown: ConsoleEvent[] = [];
  const failures: HostError[] = [];
  const ledger = new Ledger({
    store,
    clock,
    publish: (event) => shown.push(event),
    onWritten: () => undefined,
    onWriteFailure: (error) => failures.push(error),
  });
  return { store, clock, ledger, shown, failures };
}

const key = (name: string) => stateKey('console', name);

function packages(mark: string): ConsoleEvent {
  const suggestions = [{ folder: mark, name: mark }];
  return { type: 'registry', registry: { generation: 0, generations: [], packages: [], suggestions } };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function line(name: string): LedgerLine {
  return { event: null, record: { key: key(name), value: name } };
}

describe('the ledger', () => {
  it('stores before it shows, and a waiting caller sees both', async () => {
    const { ledger, shown, store } = await bench();
    const before: (number | undefined)[] = [];
    ledger.put('one', { event: packages('one'), records: [{ key: key('one'), value: 1 }] });
    expect(shown).toEqual([]);
    await ledger.flush();
    before.push((await store.load(key('one')))?.revision);
    expect(shown).toEqual([packages('one')]);
    expect(before).toEqual([1]);
  });

  it('writes and shows an entity once for all its changes of one interval', async () => {
    const { ledger, shown, store, clock } = await bench();
    for (let n = 1; n <= 1_000; n += 1) {
      ledger.put('one', { event: packages(`${n}`), records: [{ key: key('one'), value: n }] });
    }
    expect(clock.timers).toBe(1);
    clock.fireAll();
    await ledger.flush();
    expect(shown).toEqual([packages('1000')]);
    expect(await store.load(key('one'))).toMatchObject({ record: { value: 1000 }, revision: 1 });
  });

  it('shows a change that no record has, and still stores what the entity was put down with before', async () => {
    const { ledger, shown, store } = await bench();
    ledger.put('one', { event: packages('stored'), records: [{ key: key('one'), value: 1 }] });
    ledger.put('one', { event: packages('shown'), records: [] });
    await ledger.flush();
    expect(shown).toEqual([packages('shown')]);
    ledger.put('one', { event: packages('shown again'), records: [] });
    await ledger.flush();
    expect(shown).toEqual([packages('shown'), packages('shown again')]);
    expect(await store.load(key('one'))).toMatchObject({ record: { value: 1 }, revision: 1 });
  });

  it('leaves in the store when it was last written, though nothing but that was to be written', async () => {
    const { ledger, store } = await bench();
    ledger.touch();
    await ledger.flush();
    expect((await store.load(key('written')))?.record.value).toEqual({ format: 1, at: 0 });
    await ledger.flush();
    expect((await store.load(key('written')))?.revision).toBe(1);
    ledger.append(line('line'));
    await ledger.flush();
    expect((await store.load(key('written')))?.revision).toBe(2);
  });

  it('stores all entities of one interval in one transaction', async () => {
    const { ledger, store } = await bench();
    ledger.put('session', { event: packages('s'), records: [{ key: key('session'), value: 2 }] });
    ledger.put('generation', { event: packages('g'), records: [{ key: key('generation'), value: 2 }] });
    ledger.keep({ key: key('process'), value: 7 });
    await ledger.flush();
    const revisions = await Promise.all(
      ['session', 'generation', 'process'].map(async (name) => (await store.load(key(name)))?.revision),
    );
    expect(revisions).toEqual([1, 1, 1]);
  });

  it('stores the lines of a run in one transaction with the run, and the oldest of very many before it', async () => {
    const { ledger, store } = await bench();
    const revisionOf = async (name: string) => (await store.load(key(name)))?.revision;
    ledger.append(line('line'));
    ledger.put('run', { event: packages('run'), records: [{ key: key('run'), value: 1 }] });
    await ledger.flush();
    expect([await revisionOf('line'), await revisionOf('run')]).toEqual([1, 1]);

    for (let n = 0; n <= TRANSACTION_LINES_MAX; n += 1) ledger.append(line(`line-${n}`));
    ledger.put('run', { event: packages('run'), records: [{ key: key('run'), value: 2 }] });
    await ledger.flush();
    const names = ['line-0', `line-${TRANSACTION_LINES_MAX - 1}`, `line-${TRANSACTION_LINES_MAX}`, 'run'];
    expect(await Promise.all(names.map(revisionOf))).toEqual([2, 2, 3, 3]);
  });

  it('counts as failed when more lines wait than its bound', async () => {
    const { ledger, failures } = await bench();
    for (let n = 0; n < LEDGER_LINES_MAX; n += 1) ledger.append(line('line'));
    expect(failures).toEqual([]);
    ledger.append(line('line'));
    expect(failures).toMatchObject([{ code: 'store-write-failed' }]);
    await expect(ledger.flush()).rejects.toMatchObject({ code: 'store-write-failed' });
  });

  it('keeps the order of what is put down while it writes', async () => {
    const { ledger, shown } = await bench();
    ledger.put('one', { event: packages('first'), records: [{ key: key('one'), value: 1 }] });
    const first = ledger.flush();
    await Promise.resolve();
    ledger.put('one', { event: packages('second'), records: [{ key: key('one'), value: 2 }] });
    const second = ledger.flush();
    expect(ledger.flush()).toBe(second);
    await Promise.all([first, second]);
    expect(shown).toEqual([packages('first'), packages('second')]);
  });

  it('deletes a record that is kept without a value', async () => {
    const { ledger, store } = await bench();
    ledger.keep({ key: key('process'), value: 7 });
    await ledger.flush();
    ledger.keep({ key: key('process') });
    await ledger.flush();
    expect(await store.load(key('process'))).toBeUndefined();
  });

  it('waits no longer than its interval for more', async () => {
    const { store, shown } = await bench();
    const clock = new ManualClock();
    const ledger = new Ledger({
      store,
      clock,
      publish: (event) => shown.push(event),
      onWritten: () => undefined,
      onWriteFailure: () => undefined,
    });
    ledger.put('one', { event: packages('one'), records: [{ key: key('one'), value: 1 }] });
    await clock.advance(FLUSH_INTERVAL_MS - 1);
    await settled();
    expect(shown).toEqual([]);
    await clock.advance(1);
    await settled();
    expect(shown).toEqual([packages('one')]);
  });

  it('does not wait for the interval when many lines have come', async () => {
    const { ledger, store } = await bench();
    for (let n = 0; n < FLUSH_LINES; n += 1) ledger.append(line(`line-${n}`));
    await ledger.flush();
    expect(await store.load(key(`line-${FLUSH_LINES - 1}`))).toBeDefined();
  });

  it('stores text that has no encoding, and what nests without end, as far as a store can', async () => {
    const { ledger, store, failures } = await bench();
    let deep: JsonValue = 'bottom';
    for (let n = 0; n < 10_000; n += 1) deep = [deep];
    const value = { 'half \ud83d': 'a \udc00 half', whole: '😀' };
    ledger.append({ event: null, record: { key: key('deep'), value: deep } });
    ledger.keep({ key: key('half'), value });
    await ledger.flush();
    expect(failures).toEqual([]);
    expect((await store.load(key('half')))?.record.value).toEqual({
      'half \ufffd': 'a \ufffd half',
      whole: '😀',
    });
    expect(JSON.stringify((await store.load(key('deep')))?.record.value)).toBe(
      `${'['.repeat(RECORD_DEPTH_MAX)}"…"${']'.repeat(RECORD_DEPTH_MAX)}`,
    );
  });

  it('stores at its end what was put down, and takes nothing more', async () => {
    const { ledger, store, clock, failures } = await bench();
    ledger.append(line('before'));
    await ledger.close();
    expect(await store.load(key('before'))).toBeDefined();
    await store.close();
    ledger.put('late', { event: packages('late'), records: [{ key: key('late'), value: 1 }] });
    ledger.append(line('late'));
    ledger.keep({ key: key('late'), value: 1 });
    clock.fireAll();
    await expect(ledger.flush()).rejects.toMatchObject({ code: 'stopping' });
    expect(failures).toEqual([]);
  });

  it('shows everything but stores nothing more after a write that failed', async () => {
    const { ledger, shown, store, failures } = await bench(512);
    ledger.put('big', { event: packages('big'), records: [{ key: key('big'), value: 'x'.repeat(4_096) }] });
    await expect(ledger.flush()).rejects.toMatchObject({
      code: 'store-write-failed',
      cause: { code: 'store-full' },
    });
    ledger.put('small', { event: packages('small'), records: [{ key: key('small'), value: 1 }] });
    await expect(ledger.flush()).rejects.toMatchObject({ code: 'store-write-failed' });
    await expect(ledger.flush()).rejects.toMatchObject({ code: 'store-write-failed' });
    expect(shown).toEqual([packages('big'), packages('small')]);
    expect(failures).toHaveLength(1);
    expect(await store.load(key('small'))).toBeUndefined();
  });
});
