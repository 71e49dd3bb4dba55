import { describe, expect, it } from 'vitest';
import { notingEffect, readyAdapter, stageAll } from '../../test/preparation-doubles.js';
import { cursor, packageSet, thrownBy, toolSet } from '../../test/set-builders.js';
import { CapabilitySet } from '../identity/capability-set.js';
import { CodeCatalogGeneration } from '../identity/code-catalog-generation.js';
import type { UseGenerationLeaseProvider } from '../lease/use-generation-lease.js';
import { CapabilityCatalog } from './capability-catalog.js';

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
