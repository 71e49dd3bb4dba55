import { describe, expect, expectTypeOf, it } from 'vitest';
import { notingEffect, reactions, readyAdapter, stageAll } from '../../test/preparation-doubles.js';
import { cursor, idIn, packageSet, thrownBy, toolSet, toolValue } from '../../test/set-builders.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { ScopeClosePolicy } from '../lifecycle/scope-close-policy.js';
import { ManualClock } from '../testing/manual-clock.js';
import { CapabilityCatalog } from './capability-catalog.js';
import type { PreparedTransaction } from './prepared-transaction.js';
import type { StagedTransaction } from './staged-transaction.js';
import type { ValidatedTransaction } from './validated-transaction.js';

const empty = (generation: number) => CapabilitySet.empty(CodeCatalogGeneration.of(generation));

/** Publishes a set whose every tool holds one effect, named after generation and tool. */
async function publish(catalog: CapabilityCatalog, set: CapabilitySet, closed: string[] = []) {
  const transaction = catalog.begin(set);
  stageAll(
    transaction,
    Object.fromEntries(
      set.capabilities.map(({ id: { localId } }) => [
        localId,
        readyAdapter(localId, [notingEffect(`${set.generation}:${localId}`, closed)]),
      ]),
    ),
  );
  return (await transaction.prepare()).validate().commit();
}

describe('beginning a transaction', () => {
  it('is for the next generation only', () => {
    const catalog = new CapabilityCatalog();
    for (const generation of [0, 2]) {
      expect(thrownBy(() => catalog.begin(empty(generation)))).toMatchObject({
        code: 'target-generation-mismatch',
        expected: 1,
        actual: generation,
      });
    }
  });

  it('is refused when the dependencies form a cycle', () => {
    const set = toolSet(1, ['a', 'b'], { a: ['b'], b: ['a'] });
    expect(thrownBy(() => new CapabilityCatalog().begin(set))).toMatchObject({ code: 'dependency-cycle' });
  });

  it('is refused after the greatest generation', async () => {
    const catalog = new CapabilityCatalog();
    const last = catalog.beginRecovery(empty(Number.MAX_SAFE_INTEGER));
    (await last.prepare()).validate().commit();
    expect(thrownBy(() => catalog.begin(empty(1)))).toMatchObject({ code: 'generation-exhausted' });
  });

  it('in recovery may jump, from an untouched catalog only', async () => {
    const catalog = new CapabilityCatalog();
    expect(thrownBy(() => catalog.beginRecovery(empty(0)))).toMatchObject({
      code: 'bootstrap-target-generation',
      actual: 0,
    });
    const transaction = catalog.beginRecovery(toolSet(7, ['a']));
    stageAll(transaction);
    (await transaction.prepare()).validate().commit();
    expect(catalog.currentStamp.generation).toBe(7);
    expect(thrownBy(() => catalog.beginRecovery(empty(9)))).toMatchObject({
      code: 'bootstrap-unavailable',
      actualGeneration: 7,
      actualCapabilities: 1,
    });
  });

  it('knows target, base and plan', () => {
    const set = toolSet(1, ['a']);
    const transaction = new CapabilityCatalog().begin(set);
    expect(transaction.target).toEqual({ generation: 1, digest: set.digest });
    expect(transaction.base).toEqual({ generation: 0, digest: CapabilitySet.empty().digest });
    expect(transaction.plan.depth).toBe(1);
  });
});

describe('staging', () => {
  it('refuses what the set does not hold, and a second adapter, keeping the first', async () => {
    const set = toolSet(1, ['a']);
    const catalog = new CapabilityCatalog();
    const transaction = catalog.begin(set);
    const [a, stranger] = [idIn(set, 'a'), idIn(toolSet(1, ['b']), 'b')];
    expect(thrownBy(() => transaction.stageValue(stranger, toolValue('b')))).toMatchObject({
      code: 'unknown-staged-capability',
      capability: 'host/host:tool:b',
    });
    const first = toolValue('a');
    transaction.stageValue(a, first);
    expect(thrownBy(() => transaction.stage(a, readyAdapter('a')))).toMatchObject({
      code: 'duplicate-staged-capability',
      capability: 'host/host:tool:a',
    });
    expect(transaction.size).toBe(1);
    (await transaction.prepare()).validate().commit();
    expect(catalog.current.projection.get(a)).toBe(first);
  });
});

describe('the states of a transaction', () => {
  it('are types of their own: only a validated one can be committed', () => {
    expectTypeOf<StagedTransaction>().not.toHaveProperty('commit');
    expectTypeOf<PreparedTransaction>().not.toHaveProperty('commit');
    expectTypeOf<ValidatedTransaction>().toHaveProperty('commit');
  });

  it('are each left once', async () => {
    const catalog = new CapabilityCatalog();
    const staged = catalog.begin(toolSet(1, ['a']));
    stageAll(staged);
    const prepared = await staged.prepare();
    await expect(staged.prepare()).rejects.toMatchObject({
      code: 'invalid-transaction-state',
      expected: 'staged',
      actual: 'prepared',
    });
    expect(thrownBy(() => staged.stage(idIn(staged.set, 'a'), readyAdapter('a')))).toMatchObject({
      code: 'invalid-transaction-state',
    });
    const validated = prepared.validate();
    expect(thrownBy(() => prepared.validate())).toMatchObject({
      code: 'invalid-transaction-state',
      actual: 'validated',
    });
    validated.commit();
    expect(thrownBy(() => validated.commit())).toMatchObject({
      code: 'invalid-transaction-state',
      actual: 'committed',
    });
  });

  it.each(['prepared', 'validated'] as const)('that are %s roll back when disposed, once', async (state) => {
    const catalog = new CapabilityCatalog();
    const closed: string[] = [];
    const staged = catalog.begin(toolSet(1, ['a', 'b'], { b: ['a'] }));
    stageAll(staged, {
      a: readyAdapter('a', [notingEffect('a', closed)]),
      b: readyAdapter('b', [notingEffect('b', closed)]),
    });
    const prepared = await staged.prepare();
    const owner = state === 'prepared' ? prepared : prepared.validate();
    owner[Symbol.dispose]();
    owner[Symbol.dispose]();
    prepared[Symbol.dispose]();
    expect(catalog.pendingCleanupBatches).toBe(1);
    expect(await catalog.drainCleanup()).toMatchObject({ rollbackBatches: 1, retiredBatches: 0 });
    expect(closed).toEqual(['b', 'a']);
  });

  it('that have gone on are not touched by disposing an earlier one', async () => {
    const catalog = new CapabilityCatalog();
    {
      using staged = catalog.begin(toolSet(1, ['a']));
      stageAll(staged, { a: readyAdapter('a', [notingEffect('a', [])]) });
      using prepared = await staged.prepare();
      using validated = prepared.validate();
      validated.commit();
    }
    expect(catalog.currentStamp.generation).toBe(1);
    expect(catalog.pendingCleanupBatches).toBe(0);
  });

  it('roll back when a value does not fit', async () => {
    const catalog = new CapabilityCatalog();
    const staged = catalog.begin(toolSet(1, ['a']));
    stageAll(staged, { a: readyAdapter('other', [notingEffect('a', [])]) });
    const prepared = await staged.prepare();
    expect(thrownBy(() => prepared.validate())).toMatchObject({ code: 'public-name-mismatch' });
    expect(catalog.pendingCleanupBatches).toBe(1);
    expect(catalog.currentStamp.generation).toBe(0);
  });
});

describe('publication', () => {
  it('replaces the generation at once and says from where to where', async () => {
    const catalog = new CapabilityCatalog();
    const before = catalog.currentStamp;
    const set = toolSet(1, ['a']);
    expect(await publish(catalog, set)).toEqual({
      previous: before,
      committed: { generation: 1, digest: set.digest },
    });
    expect(catalog.currentStamp).toEqual({ generation: 1, digest: set.digest });
  });

  it('is lost by the slower of two transactions on one base, and the loser is rolled back', async () => {
    const catalog = new CapabilityCatalog();
    const closed: string[] = [];
    const [slow, fast] = [toolSet(1, ['slow']), toolSet(1, ['fast'])];
    const loser = catalog.begin(slow);
    stageAll(loser, { slow: readyAdapter('slow', [notingEffect('slow', closed)]) });
    const validated = (await loser.prepare()).validate();
    await publish(catalog, fast);
    expect(thrownBy(() => validated.commit())).toMatchObject({
      code: 'commit-conflict',
      expectedGeneration: 0,
      expectedDigest: CapabilitySet.empty().digest,
      actualGeneration: 1,
      actualDigest: fast.digest,
    });
    expect(catalog.currentStamp.digest).toBe(fast.digest);
    validated[Symbol.dispose]();
    expect(await catalog.drainCleanup()).toMatchObject({ rollbackBatches: 1 });
    expect(closed).toEqual(['slow']);
  });

  it('is noticed when the digest alone has moved', async () => {
    const catalog = new CapabilityCatalog();
    const [one, other] = [toolSet(3, ['one']), toolSet(3, ['other'])];
    const transactions = [one, other].map((set) => {
      const transaction = catalog.beginRecovery(set);
      stageAll(transaction);
      return transaction;
    });
    const [first, second] = await Promise.all(
      transactions.map(async (transaction) => (await transaction.prepare()).validate()),
    );
    first?.commit();
    expect(thrownBy(() => second?.commit())).toMatchObject({ code: 'commit-conflict', actualGeneration: 3 });
  });

  it('carries the lease provider to those who pin, and takes no lease itself', async () => {
    const catalog = new CapabilityCatalog();
    let acquired = 0;
    const leaseProvider: UseGenerationLeaseProvider = {
      useGeneration: cursor(),
      acquire: async () => {
        acquired += 1;
        return { useGeneration: cursor(), release: () => {} };
      },
    };
    const transaction = catalog.begin(packageSet(1, ['a']));
    stageAll(transaction);
    (await transaction.prepare()).validate().commit({ leaseProvider });
    expect(catalog.pin().leaseProvider).toBe(leaseProvider);
    expect(acquired).toBe(0);
  });

  it('is told to the observer before what it retires', async () => {
    const log: string[] = [];
    const catalog = new CapabilityCatalog({
      observer: {
        generationPublished: ({ committed }) => log.push(`published ${committed.generation}`),
        generationRetired: ({ generation }, { effects }) => log.push(`retired ${generation} (${effects})`),
        cleanupQueued: ({ reason, stamp, effects }) =>
          log.push(`queued ${reason} of ${stamp?.generation ?? 'none'} (${effects})`),
      },
    });
    await publish(catalog, toolSet(1, ['a', 'b']));
    await publish(catalog, toolSet(2, []));
    catalog.begin(empty(3))[Symbol.dispose]();
    await publish(catalog, toolSet(3, []));
    expect(log).toEqual([
      'published 1',
      'retired 0 (0)',
      'published 2',
      'retired 1 (2)',
      'queued retired of 1 (2)',
      'published 3',
      'retired 2 (0)',
    ]);
  });
});

describe('pins', () => {
  it('keep a generation and its effects until the last is released', async () => {
    const catalog = new CapabilityCatalog();
    const closed: string[] = [];
    const set = toolSet(1, ['a', 'b'], { b: ['a'] });
    await publish(catalog, set, closed);
    const [one, two] = [catalog.pin(), catalog.pin()];
    await publish(catalog, toolSet(2, ['a']), closed);
    expect(one.stamp.generation).toBe(1);
    expect(one.projection.find('tool', 'b')?.descriptor.publicName).toBe('b');
    expect(catalog.pin().stamp.generation).toBe(2);

    one.release();
    one.release();
    expect(one.isReleased).toBe(true);
    expect(await catalog.drainCleanup()).toMatchObject({ retiredBatches: 0, effectsClosed: 0 });
    two[Symbol.dispose]();
    expect(catalog.pendingCleanupBatches).toBe(1);
    expect(closed).toEqual([]);
    expect(await catalog.drainCleanup()).toMatchObject({ retiredBatches: 1, effectsClosed: 2, clean: true });
    expect(closed).toEqual(['1:b', '1:a']);
  });

  it('released on the current generation retire nothing', async () => {
    const catalog = new CapabilityCatalog();
    await publish(catalog, toolSet(1, ['a']));
    catalog.pin().release();
    expect(catalog.pendingCleanupBatches).toBe(0);
  });

  it('on the current generation do not keep its effects when the catalog is closed, and nothing is closed twice', async () => {
    const catalog = new CapabilityCatalog();
    const closed: string[] = [];
    await publish(catalog, toolSet(1, ['old']), closed);
    const old = catalog.pin();
    await publish(catalog, toolSet(2, ['current']), closed);
    const current = catalog.pin();
    catalog.retireCurrent();
    catalog.retireCurrent();
    await catalog.drainCleanup();
    expect(closed).toEqual(['2:current']);
    current.release();
    old.release();
    await catalog.drainCleanup();
    expect(closed).toEqual(['2:current', '1:old']);
  });
});

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

describe('a forgotten pin', () => {
  it('is lifted when its lease is collected, and reported', async () => {
    const forgotten: number[] = [];
    const closed: string[] = [];
    const catalog = new CapabilityCatalog({
      observer: { leaseForgotten: ({ generation }) => forgotten.push(generation) },
    });
    await publish(catalog, toolSet(1, ['a']), closed);
    (() => void catalog.pin())();
    await publish(catalog, toolSet(2, ['a']), closed);
    expect(catalog.pendingCleanupBatches).toBe(0);
    await collectGarbageUntil(() => forgotten.length > 0);
    expect(forgotten).toEqual([1]);
    expect(catalog.pendingCleanupBatches).toBe(1);
  });
});

const MAX_COLLECTIONS = 100;

async function collectGarbageUntil(done: () => boolean): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected on demand');
  for (let round = 0; round < MAX_COLLECTIONS && !done(); round += 1) {
    await reactions();
    collect();
  }
}
