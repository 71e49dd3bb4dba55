import type { StateRecordSnapshot, StateStore } from '@changeover/storage-kit';
import { LIST_PAGE_RECORDS } from '../limits.js';
import { CONSOLE_NAMESPACE } from '../records/record-keys.js';

/** All of the host's records whose keys begin with `prefix`, in the order of their keys, read page by page. */
export async function* listRecords(store: StateStore, prefix: string): AsyncGenerator<StateRecordSnapshot> {
  let after: string | undefined;
  do {
    const page = await store.list({ namespace: CONSOLE_NAMESPACE, prefix, after, limit: LIST_PAGE_RECORDS });
    yield* page.snapshots;
    after = page.next;
  } while (after !== undefined);
}
