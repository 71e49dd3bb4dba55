import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonValue, type StateStoreBackend, stateKey } from '../src/index.js';
import { openOnDisk } from './disk-store.js';
import { SimulatedDisk } from './simulated-disk.js';

interface Committed {
  readonly revision: number;
  readonly read: readonly (readonly [string, JsonValue | undefined])[];
  readonly written: readonly string[];
  readonly id: number;
}

const plan = fc.array(
  fc.record({
    reads: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
    writes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 }),
    pauses: fc.nat(6),
  }),
  { minLength: 2, maxLength: 24, size: 'max' },
);

async function attempt(
  store: StateStoreBackend,
  { reads, writes, pauses }: { reads: string[]; writes: string[]; pauses: number },
  id: number,
): Promise<Committed | undefined> {
  for (let turn = 0; turn < pauses; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const transaction = await store.beginTransaction();
  const read: [string, JsonValue | undefined][] = [];
  for (const key of reads) read.push([key, (await transaction.load(stateKey('n', key)))?.record.value]);
  for (const key of writes) await transaction.put({ key: stateKey('n', key), value: id });
  try {
    return { revision: (await transaction.commit()).revision, read, written: writes, id };
  } catch (error) {
    expect(error).toMatchObject({ code: 'transaction-conflict' });
    return undefined;
  }
}

test('transactions that truly run at once and share groups are serializable, also after a crash', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (transactions) => {
      const disk = new SimulatedDisk();
      const store = await openOnDisk(disk, { checkpointBytes: 300 });
      const outcomes = await Promise.all(transactions.map((each, id) => attempt(store, each, id)));
      const committed = outcomes
        .filter((each) => each !== undefined)
        .sort((left, right) => left.revision - right.revision);
      expect(committed.map(({ revision }) => revision)).toEqual(committed.map((_, index) => index + 1));
      const records = new Map<string, JsonValue>();
      for (const { read, written, id } of committed) {
        for (const [key, value] of read) expect(value).toEqual(records.get(key));
        for (const key of written) records.set(key, id);
      }
      disk.losePower();
      const reopened = await openOnDisk(disk);
      for (const [key, value] of records) {
        expect((await reopened.load(stateKey('n', key)))?.record.value).toBe(value);
      }
    }),
    { numRuns: 60 },
  );
});
