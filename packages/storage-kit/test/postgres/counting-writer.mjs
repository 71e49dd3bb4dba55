// Raises counters that others raise too. Reports each commit as one line: counter, value.
import { writeSync } from 'node:fs';

const [modules, options, rounds] = process.argv.slice(2);
const { StateStore, stateKey } = await import(`${modules}/index.js`);
const { postgresStore } = await import(`${modules}/postgres/index.js`);
const store = await StateStore.connect(postgresStore(JSON.parse(options)));

async function raise(counter) {
  for (let round = 0; round < Number(rounds); round += 1) {
    const raised = await store.transact(
      async (transaction) => {
        const key = stateKey('counters', counter);
        const value = Number((await transaction.load(key))?.record.value ?? 0) + 1;
        await transaction.put({ key, value });
        return value;
      },
      { retries: 1000 },
    );
    writeSync(1, `${counter} ${raised}\n`);
  }
}

await Promise.all(['a', 'a', 'b', 'c'].map(raise));
await store.close();
