import { describe, expect, it } from 'vitest';
import {
  ControlledAdapter,
  notingEffect,
  notingObserver,
  preparedTool,
  readyAdapter,
  stageAll,
} from '../../test/preparation-doubles.js';
import { idIn, thrownBy, toolSet, toolValue } from '../../test/set-builders.js';
import { CapabilityAdapterError } from '../lifecycle/capability-adapter-error.js';
import type { CapabilityEffect } from '../lifecycle/capability-effect.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import { ManualClock } from '../testing/manual-clock.js';
import { reactions } from '../testing/reactions.js';
import { CapabilityCatalog } from './capability-catalog.js';
import { DEFAULT_PREPARE_CONCURRENCY, MAX_TRANSACTION_EFFECTS } from './limits.js';
import { PreparedCapability } from './prepared-capability.js';

function stage(names: readonly string[], needs: Readonly<Record<string, readonly string[]>> = {}) {
  const clock = new ManualClock();
  const log: string[] = [];
  const catalog = new CapabilityCatalog({ clock });
  const transaction = catalog.begin(toolSet(1, names, needs));
  return { clock, log, catalog, transaction, observer: notingObserver(log) };
}

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `t${String(index).padStart(2, '0')}`);

describe('preparing a transaction', () => {
  it('starts a wave only when the one before it is ready', async () => {
    const { transaction, log, observer } = stage(['a', 'b', 'c'], { b: ['a'], c: ['b'] });
    const a = new ControlledAdapter();
    stageAll(transaction, { a });
    const prepared = transaction.prepare({ observer });
    await reactions();
    expect(log).toEqual(['preparing a']);
    a.succeed(preparedTool('a'));
    await prepared;
    expect(log).toEqual([
      'preparing a',
      'prepared a (0)',
      'preparing b',
      'prepared b (0)',
      'preparing c',
      'prepared c (0)',
    ]);
  });

  it.each([
    [undefined, DEFAULT_PREPARE_CONCURRENCY],
    [3, 3],
    [1, 1],
    [50, 20],
  ])('with concurrency %s runs %i adapters side by side', async (concurrency, expected) => {
    const { transaction } = stage(names(20));
    const adapters = Object.fromEntries(names(20).map((name) => [name, new ControlledAdapter()]));
    stageAll(transaction, adapters);
    const prepared = transaction.prepare(concurrency === undefined ? {} : { concurrency });
    const running = () => Object.values(adapters).filter(({ started }) => started);
    let most = 0;
    for (const [name, adapter] of Object.entries(adapters)) {
      await reactions();
      most = Math.max(most, running().length - Number(name.slice(1)));
      adapter.succeed(preparedTool(name));
    }
    await prepared;
    expect(most).toBe(expected);
    expect(running()).toHaveLength(20);
  });

  it('refuses a concurrency below 1', async () => {
    const { transaction } = stage(['a']);
    await expect(transaction.prepare({ concurrency: 0 })).rejects.toThrow(RangeError);
  });

  it('starts nothing when a capability was never staged', async () => {
    const { transaction, log, observer } = stage(['a', 'b', 'c']);
    transaction.stage(idIn(transaction.set, 'c'), readyAdapter('c'));
    await expect(transaction.prepare({ observer })).rejects.toMatchObject({
      code: 'missing-staged-capability',
      capability: 'host/host:tool:a',
    });
    expect(log).toEqual([]);
  });

  it('is refused as cancelled before anything else is looked at', async () => {
    const { transaction } = stage(['a']);
    await expect(transaction.prepare({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('never starts a dependent of what failed, and undoes the rest in reverse plan order', async () => {
    const { transaction, catalog, log, observer } = stage(['a', 'b', 'c', 'd'], { d: ['b'] });
    const [a, c] = [new ControlledAdapter(), new ControlledAdapter()];
    const closed: string[] = [];
    stageAll(transaction, {
      a,
      b: { prepare: () => Promise.reject(Object.assign(new Error('no socket'), { code: 'ECONNREFUSED' })) },
      c,
    });
    const prepared = transaction.prepare({ observer }).catch((error: unknown) => error);
    await reactions();
    expect([a.aborted, c.aborted]).toEqual([true, true]);
    // They return although they were aborted, and in another order than planned.
    c.succeed(preparedTool('c', [notingEffect('c1', closed), notingEffect('c2', closed)]));
    await reactions();
    a.succeed(preparedTool('a', [notingEffect('a1', closed)]));
    expect(await prepared).toMatchObject({
      code: 'prepare-failed',
      capability: 'host/host:tool:b',
      reason: 'no socket',
      cause: { code: 'adapter-failed', cause: { code: 'ECONNREFUSED' } },
    });
    expect(log).toEqual([
      'preparing a',
      'preparing b',
      'preparing c',
      'failed b (ECONNREFUSED)',
      'prepared c (2)',
      'prepared a (1)',
      'rolled back c',
      'rolled back a',
    ]);
    expect(catalog.pendingCleanupBatches).toBe(1);
    await catalog.drainCleanup();
    expect(closed).toEqual(['c2', 'c1', 'a1']);
    expect(catalog.currentStamp.generation).toBe(0);
  });

  it('keeps the adapter error that an adapter throws as it is', async () => {
    const { transaction } = stage(['a']);
    const thrown = new CapabilityAdapterError('port taken');
    stageAll(transaction, { a: { prepare: () => Promise.reject(thrown) } });
    await expect(transaction.prepare()).rejects.toMatchObject({ cause: thrown, reason: 'port taken' });
  });

  it.each([
    ['a message that is no text', Object.defineProperty(new Error('broken'), 'message', { value: 42 })],
    ['no prototype', Object.create(null)],
    ['a code that throws', Object.defineProperty(new Error('broken'), 'code', { get: () => thrownInside() })],
  ])('fails also with what cannot be read: %s', async (_, thrown: unknown) => {
    const { transaction } = stage(['a']);
    const a = new ControlledAdapter();
    stageAll(transaction, { a });
    const prepared = transaction.prepare();
    a.fail(thrown);
    await expect(prepared).rejects.toMatchObject({ code: 'prepare-failed', cause: { cause: thrown } });
  });

  it('wraps what an adapter throws before it returns a promise', async () => {
    const { transaction } = stage(['a']);
    stageAll(transaction, {
      a: {
        prepare: () => {
          throw 'just text';
        },
      },
    });
    await expect(transaction.prepare()).rejects.toMatchObject({
      code: 'prepare-failed',
      reason: 'just text',
    });
  });

  it('prefers cancellation over a failure that is ready at the same time', async () => {
    const { transaction } = stage(['a']);
    const a = new ControlledAdapter();
    const cancellation = new AbortController();
    stageAll(transaction, { a });
    const prepared = transaction.prepare({ signal: cancellation.signal });
    await reactions();
    a.fail(new Error('lost the race'));
    cancellation.abort();
    await expect(prepared).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is cancelled even if the last adapter has just returned', async () => {
    const { transaction, catalog } = stage(['a']);
    const a = new ControlledAdapter();
    const cancellation = new AbortController();
    stageAll(transaction, { a });
    const prepared = transaction.prepare({ signal: cancellation.signal });
    await reactions();
    a.succeed(preparedTool('a', [notingEffect('a1', [])]));
    cancellation.abort();
    await expect(prepared).rejects.toMatchObject({ code: 'cancelled' });
    expect(catalog.pendingCleanupBatches).toBe(1);
  });

  it('leaves an adapter behind that does not let go, and undoes at once what it returns later', async () => {
    const { transaction, catalog, clock, log, observer } = stage(['a', 'b']);
    const [a, b] = [new ControlledAdapter(), new ControlledAdapter()];
    const closed: string[] = [];
    const cancellation = new AbortController();
    stageAll(transaction, { a, b });
    const prepared = transaction
      .prepare({ signal: cancellation.signal, observer, policy: new ScopeClosePolicy(700) })
      .catch((error: unknown) => error);
    await reactions();
    a.succeed(preparedTool('a', [notingEffect('a1', closed)]));
    await reactions();
    cancellation.abort();
    await clock.advance(699);
    expect(log.at(-1)).toBe('prepared a (1)');
    await clock.advance(1);
    expect(await prepared).toMatchObject({ code: 'cancelled' });
    expect(log.slice(3)).toEqual(['failed b (abandoned)', 'rolled back a']);

    b.succeed(preparedTool('b', [notingEffect('b1', closed), notingEffect('b2', closed)]));
    await reactions();
    expect(closed).toEqual(['b2', 'b1']);
    expect(log.at(-1)).toBe('late b (2)');
    expect(catalog.pendingCleanupBatches).toBe(1);
    await catalog.drainCleanup();
    expect(closed).toEqual(['b2', 'b1', 'a1']);
  });

  it('ignores a late failure, and a late result that holds nothing', async () => {
    const { transaction, clock, log, observer } = stage(['a', 'b']);
    const [a, b] = [new ControlledAdapter(), new ControlledAdapter()];
    const cancellation = new AbortController();
    stageAll(transaction, { a, b });
    const prepared = transaction
      .prepare({ signal: cancellation.signal, observer })
      .catch((error: unknown) => error);
    await reactions();
    cancellation.abort();
    await clock.advance(5_000);
    await prepared;
    const before = log.length;
    a.fail(new Error('late'));
    b.succeed(preparedTool('b'));
    await reactions();
    expect(log).toHaveLength(before);
  });

  it('leaves no timer and no listener behind', async () => {
    const { transaction, clock } = stage(['a']);
    const cancellation = new AbortController();
    stageAll(transaction, { a: { prepare: () => Promise.reject(new Error('no')) } });
    await expect(transaction.prepare({ signal: cancellation.signal })).rejects.toThrow();
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes 4,096 effects in all, and undoes all of them when there is one more', async () => {
    const half = (count: number) => Array.from({ length: count }, () => ({ name: 'e', close: () => {} }));
    const full = stage(['a', 'b']);
    stageAll(full.transaction, { a: readyAdapter('a', half(2_048)), b: readyAdapter('b', half(2_048)) });
    await full.transaction.prepare();

    const over = stage(['a', 'b']);
    stageAll(over.transaction, { a: readyAdapter('a', half(2_048)), b: readyAdapter('b', half(2_049)) });
    await expect(over.transaction.prepare()).rejects.toMatchObject({
      code: 'effect-bound-exceeded',
      max: 4_096,
    });
    expect((await over.catalog.drainCleanup()).effectsClosed).toBe(4_097);
  });

  it('stops and rolls back when its owner disposes it meanwhile', async () => {
    const { transaction, catalog } = stage(['a', 'b']);
    const b = new ControlledAdapter();
    stageAll(transaction, { a: readyAdapter('a', [notingEffect('a1', [])]), b });
    const prepared = transaction.prepare().catch((error: unknown) => error);
    await reactions();
    transaction[Symbol.dispose]();
    expect(b.aborted).toBe(true);
    b.fail(new Error('aborted'));
    expect(await prepared).toMatchObject({ code: 'cancelled' });
    expect(catalog.pendingCleanupBatches).toBe(1);
  });
});

describe('PreparedCapability', () => {
  it('holds 4,096 effects and refuses one more', () => {
    const prepared = new PreparedCapability(toolValue('a'));
    const effect = { name: 'e', close: () => {} };
    for (let count = 0; count < MAX_TRANSACTION_EFFECTS; count += 1) prepared.pushEffect(effect);
    expect(thrownBy(() => prepared.pushEffect(effect))).toBeInstanceOf(CapabilityAdapterError);
    expect(prepared.effectCount).toBe(4_096);
  });

  it.each([
    ['nothing', undefined],
    ['no name', { close: () => {} }],
    ['no close function', { name: 'effect' }],
  ])('refuses what is no effect: %s', (_, rubbish: unknown) => {
    const prepared = new PreparedCapability(toolValue('a'));
    expect(thrownBy(() => prepared.pushEffect(rubbish as CapabilityEffect))).toBeInstanceOf(
      CapabilityAdapterError,
    );
    expect(prepared.effectCount).toBe(0);
  });

  it('takes nothing more once it was handed over', async () => {
    const { transaction } = stage(['a', 'b']);
    const shared = preparedTool('a');
    stageAll(transaction, { a: { prepare: async () => shared }, b: { prepare: async () => shared } });
    await expect(transaction.prepare()).rejects.toMatchObject({
      code: 'prepare-failed',
      reason: 'one prepared capability was returned by two adapters',
    });
    expect(thrownBy(() => shared.pushEffect({ name: 'e', close: () => {} }))).toBeInstanceOf(
      CapabilityAdapterError,
    );
  });
});

function thrownInside(): never {
  throw new Error('thrown by a getter');
}
