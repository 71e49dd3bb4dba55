import { describe, expect, expectTypeOf, it } from 'vitest';
import { notingEffect, readyAdapter, stageAll } from '../../test/preparation-doubles.js';
import { idIn, thrownBy, toolSet, toolValue } from '../../test/set-builders.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import { CapabilityCatalog } from './capability-catalog.js';
import type { PreparedTransaction } from './prepared-transaction.js';
import type { StagedTransaction } from './staged-transaction.js';
import type { ValidatedTransaction } from './validated-transaction.js';

const empty = (generation: number) => CapabilitySet.empty(CodeCatalogGeneration.of(generation));

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
