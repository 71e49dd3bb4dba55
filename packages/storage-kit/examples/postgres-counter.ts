import { StateStore, stateKey } from '@changeover/storage-kit';
import { postgresStore } from '@changeover/storage-kit/postgres';

const store = await StateStore.connect(postgresStore({ connectionString: process.env['DATABASE_URL'] }));
const key = stateKey('counters', 'visits');

const visits = await store.transact(async (transaction) => {
  const before = await transaction.load(key);
  const next = Number(before?.record.value ?? 0) + 1;
  await transaction.put({ key, value: next });
  return next;
});

console.log(`Visit ${visits} of all hosts`);
await store.close();
