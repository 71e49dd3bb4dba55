import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ControlledAdapter, preparedTool, stageAll } from '../../test/preparation-doubles.js';
import { toolSet } from '../../test/set-builders.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import { ManualClock } from '../testing/manual-clock.js';
import { CapabilityCatalog } from './capability-catalog.js';
import { CapabilityProjectionError } from './capability-projection-error.js';
import type { CapabilityProjectionLease } from './capability-projection-lease.js';
import { type CatalogStamp, stampsEqual } from './catalog-stamp.js';
import type { PreparedTransaction } from './prepared-transaction.js';
import type { StagedTransaction } from './staged-transaction.js';

/** What can happen, and how often it does: often enough forward that generations follow one another. */
const WEIGHTS = {
  begin: 4,
  settle: 10,
  fail: 1,
  cancel: 1,
  commit: 6,
  dispose: 1,
  pin: 4,
  release: 3,
  drain: 3,
  wait: 1,
} as const;

interface Step {
  readonly action: keyof typeof WEIGHTS;
  /** Picks which of the open transactions, adapters or pins the action is about. */
  readonly pick: number;
  /** Whether everything that is ready runs before the next step. */
  readonly settleAfter: boolean;
}

const ACTIONS = Object.entries(WEIGHTS).flatMap(([action, weight]) =>
  Array.from({ length: weight }, () => action as Step['action']),
);

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  pick: fc.nat(11),
  settleAfter: fc.nat(3).map((chance) => chance > 0),
});

/** An effect that knows what became of it. */
class TrackedEffect implements CapabilityEffect {
  readonly name = 'tracked';
  readonly #fails: boolean;
  /** Generation that was published with it; null as long as there is none. */
  generation: number | null = null;
  closed = 0;

  constructor(fails: boolean) {
    this.#fails = fails;
  }

  async close(): Promise<void> {
    this.closed += 1;
    if (this.#fails) throw new Error('does not close well');
  }
}

interface Attempt {
  readonly staged: StagedTransaction;
  readonly adapters: readonly { readonly name: string; readonly adapter: ControlledAdapter }[];
  readonly cancellation: AbortController;
  readonly effects: TrackedEffect[];
  prepared: PreparedTransaction | null;
  over: boolean;
}

/** A catalog, everything that uses it, and what must hold of them after every step. */
class World {
  readonly #clock = new ManualClock();
  readonly #published: CatalogStamp[] = [];
  readonly #policy = new ScopeClosePolicy(1_000);
  readonly #attempts: Attempt[] = [];
  readonly #pins: { readonly lease: CapabilityProjectionLease; readonly stamp: CatalogStamp }[] = [];
  readonly #effects: TrackedEffect[] = [];
  readonly catalog = new CapabilityCatalog({
    clock: this.#clock,
    observer: { generationPublished: ({ committed }) => this.#published.push(committed) },
  });

  async take({ action, pick, settleAfter }: Step): Promise<void> {
    switch (action) {
      case 'begin':
        this.#begin(pick);
        break;
      case 'settle':
      case 'fail':
        this.#settleAdapter(pick, action === 'fail');
        break;
      case 'cancel':
        this.#pick(this.#open(), pick)?.cancellation.abort();
        break;
      case 'commit':
        this.#commit(pick);
        break;
      case 'dispose':
        this.#dispose(pick);
        break;
      case 'pin':
        this.#pins.push({ lease: this.catalog.pin(), stamp: this.catalog.currentStamp });
        break;
      case 'release':
        for (const { lease } of this.#pins.splice(pick % Math.max(1, this.#pins.length), 1)) {
          lease.release();
          lease.release();
        }
        break;
      case 'drain':
        void this.catalog.drainCleanup(this.#policy);
        break;
      case 'wait':
        // Passes the bound after which adapters are left behind.
        await this.#clock.advance(this.#policy.timeoutMs);
    }
    if (settleAfter) await microtasks();
    this.check();
  }

  /** What must hold after every step. Written so that one comparison covers all effects, or simulation is slow. */
  check(): void {
    const current = this.catalog.currentStamp;
    const inUse = new Set<number | null>(this.#pins.map(({ stamp }) => stamp.generation)).add(
      current.generation,
    );
    const wrong = this.#effects.filter(
      ({ closed, generation }) => closed > 1 || (closed === 1 && inUse.has(generation)),
    );
    expect(wrong).toEqual([]);
    const torn = this.#pins.filter(
      ({ lease, stamp }) =>
        lease.isReleased ||
        !stampsEqual(lease.stamp, stamp) ||
        lease.projection.set.digest !== stamp.digest ||
        lease.projection.entries.length !== lease.projection.set.capabilities.length,
    );
    expect(torn).toEqual([]);
    expect(current.generation).toBe(this.#published.length);
    expect(this.#published.at(-1)?.digest ?? current.digest).toBe(current.digest);
  }

  /** Ends everything, as a session does when it closes. */
  async close(): Promise<void> {
    for (const { cancellation } of this.#open()) cancellation.abort();
    // One that was prepared just before is told of a moment later, and is its caller's to dispose of.
    await microtasks();
    for (const { prepared } of this.#open()) prepared?.[Symbol.dispose]();
    await this.#clock.advance(this.#policy.timeoutMs);
    for (const attempt of this.#attempts) {
      for (let index = 0; index < attempt.adapters.length; index += 1) this.#settleOne(attempt, index, false);
    }
    await microtasks();
    this.catalog.retireCurrent();
    for (const { lease } of this.#pins) lease.release();
    await this.catalog.drainCleanup(this.#policy);
    expect(this.#effects.filter(({ closed }) => closed !== 1)).toEqual([]);
    expect(this.catalog.pendingCleanupBatches).toBe(0);
    expect(this.#clock.pendingTimers).toBe(0);
  }

  #open(): Attempt[] {
    return this.#attempts.filter(({ over }) => !over);
  }

  #pick<T>(from: readonly T[], pick: number): T | undefined {
    return from[pick % Math.max(1, from.length)];
  }

  #begin(pick: number): void {
    if (this.#open().length >= 3) return;
    const names = ['a', 'b', 'c', 'd'].slice(0, 1 + (pick % 4));
    const needs: Record<string, readonly string[]> = pick % 2 === 0 ? {} : { b: ['a'], d: ['b', 'c'] };
    const set = toolSet(this.catalog.currentStamp.generation + 1, names, needs);
    const staged = this.catalog.begin(set);
    const adapters = names.map((name) => ({ name, adapter: new ControlledAdapter() }));
    stageAll(staged, Object.fromEntries(adapters.map(({ name, adapter }) => [name, adapter])));
    const attempt: Attempt = {
      staged,
      adapters,
      cancellation: new AbortController(),
      effects: [],
      prepared: null,
      over: false,
    };
    this.#attempts.push(attempt);
    const concurrency = 1 + (pick % 3);
    void staged.prepare({ signal: attempt.cancellation.signal, concurrency, policy: this.#policy }).then(
      (prepared) => {
        attempt.prepared = prepared;
      },
      (error: unknown) => {
        expect(error).toBeInstanceOf(CapabilityProjectionError);
        attempt.over = true;
      },
    );
  }

  /** One adapter of an attempt, or all that have started; of an attempt that is over too: then it comes late. */
  #settleAdapter(pick: number, fails: boolean): void {
    const attempt = this.#pick(this.#attempts.slice(-3), pick);
    for (const index of attempt?.adapters.keys() ?? []) {
      if (attempt !== undefined && (pick > 3 || index === pick)) this.#settleOne(attempt, index, fails);
    }
  }

  #settleOne(attempt: Attempt, index: number, fails: boolean): void {
    const { name, adapter } = attempt.adapters[index] ?? {};
    if (name === undefined || adapter?.started !== true || adapter.settled) return;
    if (fails) {
      adapter.fail(new Error('not ready'));
      return;
    }
    const effects = Array.from({ length: index }, (_, place) => new TrackedEffect(place === 1));
    this.#effects.push(...effects);
    attempt.effects.push(...effects);
    adapter.succeed(preparedTool(name, effects));
  }

  #commit(pick: number): void {
    const attempt = this.#pick(
      this.#open().filter(({ prepared }) => prepared !== null),
      pick,
    );
    if (attempt?.prepared == null) return;
    attempt.over = true;
    const base = this.catalog.currentStamp;
    const validated = attempt.prepared.validate();
    try {
      const { previous, committed } = validated.commit();
      expect(previous).toEqual(base);
      expect(committed).toEqual(attempt.staged.target);
      for (const effect of attempt.effects) effect.generation = committed.generation;
    } catch (error) {
      expect(error).toMatchObject({ code: 'commit-conflict' });
      expect(stampsEqual(attempt.staged.base, base)).toBe(false);
      expect(this.catalog.currentStamp).toEqual(base);
    }
  }

  #dispose(pick: number): void {
    const attempt = this.#pick(this.#open(), pick);
    if (attempt === undefined) return;
    if (attempt.prepared === null) {
      attempt.staged[Symbol.dispose]();
    } else {
      attempt.prepared[Symbol.dispose]();
      attempt.over = true;
    }
  }
}

/** An attempt is prepared, and its caller told of it only when everything ends. */
const PREPARED_AT_THE_CLOSE: Step[] = [
  { action: 'begin', pick: 2, settleAfter: false },
  { action: 'settle', pick: 4, settleAfter: false },
  ...Array.from({ length: 4 }, () => ({ action: 'begin', pick: 0, settleAfter: false }) as const),
];

const MICROTASK_TURNS = 40;
const RUNS = 200;
/** Shrinking a failure replays it many times. */
const SIMULATION_TIMEOUT_MS = 60_000;

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < MICROTASK_TURNS; turn += 1) await Promise.resolve();
}

it(
  'closes every effect exactly once and none that is pinned, in whatever order things happen',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
        const world = new World();
        for (const each of steps) await world.take(each);
        await world.close();
      }),
      { numRuns: RUNS, examples: [[PREPARED_AT_THE_CLOSE]] },
    );
  },
  SIMULATION_TIMEOUT_MS,
);
