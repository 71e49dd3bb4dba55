// Opens the store whenever it is told to, counts one visit and closes it again. Reports each attempt as one line on
// standard output: the visits that it counted, or the code of the refusal.
import { createInterface } from 'node:readline';

const [modules, backend, location] = process.argv.slice(2);
const { StateStore } = await import(`${modules}/index.js`);
const { sqliteFileStore } = await import(`${modules}/sqlite-file/index.js`);
const config = backend === 'sqlite' ? { backend, location } : sqliteFileStore({ location });
const key = { namespace: 'race', key: 'visits' };

async function visit() {
  const store = await StateStore.connect(config);
  try {
    return await store.transact(async (transaction) => {
      const visits = Number((await transaction.load(key))?.record.value ?? 0) + 1;
      await transaction.put({ key, value: visits });
      return visits;
    });
  } finally {
    await store.close();
  }
}

console.log('ready');
for await (const _turn of createInterface({ input: process.stdin })) {
  console.log(await visit().catch(({ code, message }) => code ?? message));
}
