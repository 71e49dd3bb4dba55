import { StateStore, stateKey } from '@changeover/storage-kit';
import { expect, it, vi } from 'vitest';
import { LIST_PAGE_RECORDS } from '../limits.js';
import { listRecords } from './list-records.js';

async function storeWith(records: number): Promise<StateStore> {
  const store = await StateStore.connect({ backend: 'memory' });
  await store.transact(async (transaction) => {
    await transaction.put({ key: stateKey('console', 'other/1'), value: 0 });
    for (let n = 1; n <= records; n += 1) {
      await transaction.put({ key: stateKey('console', `run/${String(n).padStart(5, '0')}`), value: n });
    }
  });
  return store;
}

it.each([
  [0, 1],
  [LIST_PAGE_RECORDS, 1],
  [LIST_PAGE_RECORDS + 1, 2],
])('lists %i records, in the order of their keys, in %i pages', async (count, pages) => {
  await using store = await storeWith(count);
  const list = vi.spyOn(store, 'list');
  const values: unknown[] = [];
  for await (const { record } of listRecords(store, 'run/')) values.push(record.value);
  expect(values).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  expect(list).toHaveBeenCalledTimes(pages);
});
