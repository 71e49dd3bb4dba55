import { StateStore, stateKey } from '@changeover/storage-kit';
import { lanceStore } from '@changeover/storage-kit/lance';

const store = await StateStore.connect(lanceStore({ location: 'counter.lancedb' }));
const key = stateKey('counters', 'visits');

const visits = await store.transact(async (transaction) => {
  const before = await transaction.load(key);
  const next = Number(before?.record.value ?? 0) + 1;
  await transaction.put({ key, value: next });
  return next;
});

console.log(`Visit ${visits}`);
await store.close();
