import { describe, expect, it } from 'vitest';
import { notingEffect, readyAdapter, stageAll } from '../../test/preparation-doubles.js';
import { toolSet } from '../../test/set-builders.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import { ManualClock } from '../testing/manual-clock.js';
import { CapabilityCatalog } from './capability-catalog.js';

describe('the cleanup queue', () => {
  const policy = new ScopeClosePolicy(1_000);

  async function rollBack(catalog: CapabilityCatalog, effects: Parameters<typeof readyAdapter>[1]) {
    const transaction = catalog.begin(toolSet(catalog.currentStamp.generation + 1, ['a']));
    stageAll(transaction, { a: readyAdapter('a', effects) });
    (await transaction.prepare())[Symbol.dispose]();
  }

  it('is drained batch by batch in order, each from its newest effect', async () => {
    const catalog = new CapabilityCatalog();
    const closed: string[] = [];
    const noting = (...names: string[]) => names.map((name) => notingEffect(name, closed));
    await rollBack(catalog, noting('a1', 'a2'));
    await rollBack(catalog, noting('b1', 'b2'));
    await rollBack(catalog, []);
    expect(catalog.pendingCleanupBatches).toBe(2);
    expect(await catalog.drainCleanup()).toEqual({
      rollbackBatches: 2,
      retiredBatches: 0,
      effectsClosed: 4,
      effectsFailed: 0,
      effectsTimedOut: 0,
      clean: true,
      failures: [],
      failuresOmitted: 0,
    });
    expect(closed).toEqual(['a2', 'a1', 'b2', 'b1']);
  });

  it('is never shared by two drains', async () => {
    const catalog = new CapabilityCatalog();
    const closed: string[] = [];
    await rollBack(catalog, [notingEffect('a', closed)]);
    const [first, second] = await Promise.all([catalog.drainCleanup(), catalog.drainCleanup()]);
    expect([first.effectsClosed, second.effectsClosed]).toEqual([1, 0]);
  });

  it('keeps what is queued during a drain for the next one', async () => {
    const catalog = new CapabilityCatalog();
    let release: (() => void) | undefined;
    const waiting = {
      name: 'waiting',
      close: () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    };
    await rollBack(catalog, [waiting]);
    const drain = catalog.drainCleanup();
    await rollBack(catalog, [notingEffect('later', [])]);
    release?.();
    expect((await drain).effectsClosed).toBe(1);
    expect(catalog.pendingCleanupBatches).toBe(1);
  });

  it('goes on after an effect that fails, and does not try it again', async () => {
    const catalog = new CapabilityCatalog();
    const closed: string[] = [];
    const broken = { name: 'broken', close: () => Promise.reject(new Error('cannot close')) };
    await rollBack(catalog, [notingEffect('older', closed), broken]);
    const report = await catalog.drainCleanup();
    expect(report).toMatchObject({ effectsClosed: 1, effectsFailed: 1, clean: false });
    expect(report.failures).toEqual([
      {
        scope: null,
        name: 'broken',
        kind: 'effect',
        outcome: 'failed',
        code: 'failed',
        message: 'cannot close',
      },
    ]);
    expect(closed).toEqual(['older']);
    expect(await catalog.drainCleanup()).toMatchObject({ rollbackBatches: 0, effectsFailed: 0 });
  });

  it('has one deadline for everything, and counts what it had no time for', async () => {
    const clock = new ManualClock();
    const catalog = new CapabilityCatalog({ clock });
    const closed: string[] = [];
    let aborted = false;
    const stuck = {
      name: 'stuck',
      close: ({ signal }: { readonly signal: AbortSignal }) =>
        new Promise<void>(() => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
        }),
    };
    await rollBack(catalog, [notingEffect('older', closed), stuck, notingEffect('newest', closed)]);
    await rollBack(catalog, [notingEffect('of-the-next-batch', closed)]);
    const drain = catalog.drainCleanup(policy);
    await clock.advance(999);
    expect(aborted).toBe(false);
    await clock.advance(1);
    const report = await drain;
    expect(aborted).toBe(true);
    expect(closed).toEqual(['newest']);
    expect(report).toMatchObject({
      rollbackBatches: 2,
      effectsClosed: 1,
      effectsTimedOut: 3,
      clean: false,
    });
    expect(report.failures.map(({ name }) => name)).toEqual(['stuck', 'older', 'of-the-next-batch']);
    expect(catalog.pendingCleanupBatches).toBe(0);
  });
});
