import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonValue, StateStore, type StateTransactionBackend, stateKey } from '../src/index.js';
import { openLance } from './lance/lance-folder.js';

/** What one step of an interleaving does, with one of a few transactions and one of a few keys. */
type Step = Readonly<{ slot: number; key: string; limit: number }> &
  Readonly<{ kind: 'begin' | 'load' | 'list' | 'put' | 'delete' | 'commit' | 'rollback' }>;

const slots = 3;
const keys = ['a', 'b', 'ba', 'c', '\u{e000}', '\u{10000}'];
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'begin',
    'load',
    'load',
    'list',
    'put',
    'put',
    'delete',
    'commit',
    'commit',
    'rollback',
  ),
  slot: fc.nat(slots - 1),
  key: fc.constantFrom(...keys),
  limit: fc.integer({ min: 1, max: 4 }),
});

type Records = ReadonlyMap<string, JsonValue>;

interface Read {
  /** Asks the question of a state. */
  readonly answerIn: (records: Records) => unknown;
  readonly answered: unknown;
}

/** One transaction of the model: it knows its snapshot, and what it asked and wrote. */
class ModelTransaction {
  readonly snapshot: Records;
  readonly begunAt: number;
  readonly reads: Read[] = [];
  readonly touched = new Set<string>();
  readonly writes = new Map<string, JsonValue | undefined>();

  constructor(snapshot: Records, begunAt: number) {
    this.snapshot = snapshot;
    this.begunAt = begunAt;
  }

  get view(): Records {
    return applied(this.snapshot, this.writes);
  }
}

function applied(records: Records, writes: ReadonlyMap<string, JsonValue | undefined>): Records {
  const result = new Map(records);
  for (const [key, value] of writes) {
    if (value === undefined) result.delete(key);
    else result.set(key, value);
  }
  return result;
}

/** Keys of at most four bytes: their bytes as one text are their order. */
function bytesOf(key: string): string {
  return Buffer.from(key).toString('hex');
}

function page(records: Records, after: string, limit: number): readonly (readonly [string, JsonValue])[] {
  return [...records]
    .filter(([key]) => bytesOf(key) > bytesOf(after))
    .sort(([left], [right]) => (bytesOf(left) < bytesOf(right) ? -1 : 1))
    .slice(0, limit);
}

/** Runs an interleaving on a store and beside it on the model, and compares every answer and outcome. */
class Run {
  readonly #store: StateStore;
  readonly #open: (
    | { readonly real: StateTransactionBackend; readonly model: ModelTransaction }
    | undefined
  )[] = Array(slots).fill(undefined);
  readonly #states: Records[] = [new Map()];
  readonly #changes: ReadonlySet<string>[] = [];
  readonly #committed: ModelTransaction[] = [];
  #value = 0;

  constructor(store: StateStore) {
    this.#store = store;
  }

  async take({ kind, slot, key, limit }: Step): Promise<void> {
    const pair = this.#open[slot];
    if (kind === 'begin') {
      if (pair !== undefined) return;
      const model = new ModelTransaction(this.#latest, this.#changes.length);
      this.#open[slot] = { real: await this.#store.beginTransaction(), model };
      return;
    }
    if (pair === undefined) return;
    const { real, model } = pair;
    switch (kind) {
      case 'load':
        return this.#load(real, model, key);
      case 'list':
        return this.#list(real, model, key, limit);
      case 'put':
        this.#value += 1;
        await real.put({ key: stateKey('model', key), value: this.#value });
        model.writes.set(key, this.#value);
        return;
      case 'delete':
        await real.delete(stateKey('model', key));
        model.writes.set(key, undefined);
        return;
      case 'commit':
        this.#open[slot] = undefined;
        return this.#commit(real, model);
      case 'rollback':
        this.#open[slot] = undefined;
        return real.rollback();
    }
  }

  /** Each committed transaction, run alone in the order of commits, would have had the answers that it had. */
  checkSerialOrder(): void {
    let records: Records = new Map();
    for (const { reads, writes } of this.#committed) {
      for (const { answerIn, answered } of reads) expect(answerIn(records)).toEqual(answered);
      records = applied(records, writes);
    }
    expect(records).toEqual(this.#latest);
  }

  async checkFinalState(): Promise<void> {
    const { snapshots } = await this.#store.list({ namespace: 'model', limit: 1000 });
    const stored = snapshots.map(({ record }) => [record.key.key, record.value]);
    expect(stored).toEqual(page(this.#latest, '', 1000));
  }

  get #latest(): Records {
    return this.#states.at(-1) ?? new Map();
  }

  async #load(real: StateTransactionBackend, model: ModelTransaction, key: string): Promise<void> {
    const answered = (await real.load(stateKey('model', key)))?.record.value;
    expect(answered).toEqual(model.view.get(key));
    if (!model.writes.has(key)) model.touched.add(key);
    this.#remember(model, answered, (view) => view.get(key));
  }

  async #list(
    real: StateTransactionBackend,
    model: ModelTransaction,
    after: string,
    limit: number,
  ): Promise<void> {
    const { snapshots, next } = await real.list({ namespace: 'model', after, limit });
    const answered = snapshots.map(({ record }) => [record.key.key, record.value] as const);
    expect(answered).toEqual(page(model.view, after, limit));
    const more = page(model.view, after, limit + 1);
    expect(next).toBe(more.length > limit ? answered.at(-1)?.[0] : undefined);
    const through = more.length > limit ? more.at(-1)?.[0] : undefined;
    for (const key of keys) {
      const isSeen = through === undefined || bytesOf(key) <= bytesOf(through);
      if (bytesOf(key) > bytesOf(after) && isSeen) model.touched.add(key);
    }
    this.#remember(model, answered, (view) => page(view, after, limit));
  }

  #remember(model: ModelTransaction, answered: unknown, ask: (view: Records) => unknown): void {
    const writes = new Map(model.writes);
    model.reads.push({ answered, answerIn: (records) => ask(applied(records, writes)) });
  }

  async #commit(real: StateTransactionBackend, model: ModelTransaction): Promise<void> {
    const foreign = new Set(this.#changes.slice(model.begunAt).flatMap((changed) => [...changed]));
    const touched = [...model.touched, ...model.writes.keys()];
    const mustConflict = model.writes.size > 0 && touched.some((key) => foreign.has(key));
    if (mustConflict) {
      await expect(real.commit()).rejects.toMatchObject({ code: 'transaction-conflict' });
      return;
    }
    const { revision } = await real.commit();
    if (model.writes.size === 0) {
      expect(revision).toBe(model.begunAt);
      return;
    }
    this.#changes.push(new Set(model.writes.keys()));
    expect(revision).toBe(this.#changes.length);
    this.#states.push(applied(this.#latest, model.writes));
    this.#committed.push(model);
  }
}

describe.each([
  ['memory', 300, () => StateStore.connect({ backend: 'memory' })],
  ['sqlite', 300, () => StateStore.connect({ backend: 'sqlite', location: ':memory:' })],
  ['lance', 6, () => openLance()],
] as const)('%s', (_name, numRuns, open) => {
  test('any interleaving answers as the model does, conflicts exactly when it must, and is serializable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }), async (steps) => {
        await using store = await open();
        const run = new Run(store);
        for (const each of steps) await run.take(each);
        run.checkSerialOrder();
        await run.checkFinalState();
      }),
      { numRuns },
    );
  });
});
