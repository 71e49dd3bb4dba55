import { describe, expect, it } from 'vitest';
import { PackageKeeper } from './package-keeper.js';

/** A keeper over a registry in which nothing is left to delete, and how often it was asked to. */
function keeper(afterCollecting: () => void = () => undefined) {
  const stopping = new AbortController();
  const counts = { collected: 0 };
  const own = new PackageKeeper({
    registry: {
      retain: () => () => undefined,
      collect: async () => {
        counts.collected += 1;
        return { generations: [], packages: [], bytes: 0 };
      },
    },
    board: { show: afterCollecting },
    audit: { write: () => undefined },
    printFailure: () => undefined,
    stopping: stopping.signal,
  });
  return { own, counts, stopping };
}

/** Lets `count` microtasks pass. */
async function microtasks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await Promise.resolve();
}

describe('the keeper of packages', () => {
  it.each([0, 1, 2, 3])(
    'misses nobody who lets go %i steps after a collection had its last look',
    async (steps) => {
      let isFirst = true;
      const { own, counts } = keeper(() => {
        if (!isFirst) return;
        isFirst = false;
        void microtasks(steps).then(() => own.keep(1, 'somebody')());
      });
      own.collectSoon();
      await new Promise((resolve) => setImmediate(resolve));
      await own.idle();
      expect(counts.collected).toBe(2);
    },
  );

  it('collects once for all who let go before it begins, and not at all once the host stops', async () => {
    const { own, counts, stopping } = keeper();
    own.collectSoon();
    own.collectSoon();
    await own.idle();
    expect(counts.collected).toBe(1);
    stopping.abort();
    own.collectSoon();
    await own.idle();
    expect(counts.collected).toBe(1);
  });
});
