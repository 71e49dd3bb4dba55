// Reports each change of the counters as one line: counter, value, revision. Ends after as many as it is told.
import { writeSync } from 'node:fs';

const [modules, options, count] = process.argv.slice(2);
const { StateStore } = await import(`${modules}/index.js`);
const { postgresStore } = await import(`${modules}/postgres/index.js`);
const store = await StateStore.connect(postgresStore(JSON.parse(options)));

let seen = 0;
for await (const { key, value, revision } of store.watch({ namespace: 'counters', since: 0 })) {
  writeSync(1, `${key.key} ${value} ${revision}\n`);
  seen += 1;
  if (seen === Number(count)) break;
}
await store.close();
