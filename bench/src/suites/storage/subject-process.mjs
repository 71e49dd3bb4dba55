// node subject-process.mjs <name> <folder>: one subject in a process of its own, so that none pays for the memory of
// another. It is told over IPC what to measure.
import { commitRate, loadMicros } from './rates.mjs';
import { freshValue, keyOf } from './records.mjs';
import { openSubject, ours } from './subjects.mjs';

const [name, folder] = process.argv.slice(2);
const store = await openSubject[name](folder);

const requests = {
  async fill({ records }) {
    const indexes = Array.from({ length: records }, (_, index) => index);
    if (name === ours) await Promise.all(indexes.map((index) => store.commit(keyOf(index), freshValue())));
    else if (store.put !== undefined) for (const index of indexes) store.put(keyOf(index), freshValue());
    else for (const index of indexes) await store.commit(keyOf(index), freshValue());
  },
  commits: (options) => commitRate(store, options),
  loads: (options) => loadMicros(store, options),
  async close() {
    await store.close();
    process.disconnect();
  },
};

process.on('message', async ({ request, options }) => {
  const value = await requests[request](options);
  if (process.connected) process.send({ value });
});
process.send({ value: undefined });
