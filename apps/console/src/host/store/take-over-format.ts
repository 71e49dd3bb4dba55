import type { StateStore } from '@changeover/storage-kit';
import { type FormatRecord, RECORDS_FORMAT } from '../records/format-record.js';
import { recordKey } from '../records/record-keys.js';

/**
 * Says in the store that its records are of this version's format. An older store is taken over only after all of it
 * could be read; the list of package folders that format 1 had is nobody's any more then.
 */
export async function takeOverFormat(store: StateStore): Promise<void> {
  const key = recordKey.format();
  const value: FormatRecord = { format: RECORDS_FORMAT };
  const found = await store.load(key);
  if (JSON.stringify(found?.record.value) === JSON.stringify(value)) return;
  await store.transact(async (transaction) => {
    await transaction.put({ key, value });
    await transaction.delete(recordKey.folders());
  });
}
