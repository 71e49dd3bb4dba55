// One of several processes on a store in Lance. Reports on standard output, one line for each thing that happened.
import { writeSync } from 'node:fs';

const [modules, role, location, name, count] = process.argv.slice(2);
const { StateStore } = await import(`${modules}/index.js`);
const { lanceStore } = await import(`${modules}/lance/index.js`);

const store = await StateStore.connect(lanceStore({ location }));
const say = (...words) => writeSync(1, `${words.join(' ')}\n`);

/** Raises a counter that all raise: the value and the revision of each commit. */
async function raise() {
  const key = { namespace: 'counter', key: 'shared' };
  for (let round = 0; round < Number(count); round += 1) {
    const transaction = await store.beginTransaction();
    const value = ((await transaction.load(key))?.record.value ?? 0) + 1;
    await transaction.put({ key, value });
    try {
      say(value, (await transaction.commit()).revision);
    } catch (error) {
      if (error.code !== 'transaction-conflict') throw error;
      round -= 1;
    }
  }
}

/** Reports the changes of that counter, from the first on. */
async function watch() {
  const changes = store.watch({ namespace: 'counter', since: 0 });
  for (let seen = 0; seen < Number(count); seen += 1) {
    const { value } = await changes.next();
    say(value.value, value.revision);
  }
}

/** Commits until it is killed; every fifth commit is too large for the head. */
async function write() {
  const head = { namespace: 'head', key: name };
  for (let round = ((await store.load(head))?.record.value ?? 0) + 1; ; round += 1) {
    const transaction = await store.beginTransaction();
    const bulk = 'x'.repeat(round % 5 === 0 ? 40_000 : 100);
    await transaction.put({ key: head, value: round });
    await transaction.put({ key: { namespace: 'left', key: `${name}/${round}` }, value: bulk });
    await transaction.put({ key: { namespace: 'right', key: `${name}/${round}` }, value: round });
    say(round, (await transaction.commit()).revision);
  }
}

await { raise, watch, write }[role]();
await store.close();
