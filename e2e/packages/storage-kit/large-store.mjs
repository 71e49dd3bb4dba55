import { StateStore, stateKey } from '@changeover/storage-kit';

// Grows a store until a checkpoint begins, and commits beside it. Prints as JSON what was seen of that.

const mebibyte = 'x'.repeat(1024 * 1024);
const mostCommits = 200;

const workerMessages = [];
let isUnderWay = false;
const threadEnded = new Promise((resolve) => {
  process.once('worker', (worker) => {
    isUnderWay = true;
    worker.on('message', (message) => workerMessages.push(message));
    worker.once('exit', () => {
      isUnderWay = false;
      resolve();
    });
  });
});

const location = 'large.sqlite';
const store = await StateStore.connect({ backend: 'sqlite', location });
let commits = 0;

async function commit(value) {
  commits += 1;
  const key = stateKey('large', `record-${commits}`);
  await store.transact((transaction) => transaction.put({ key, value }));
}

while (!isUnderWay && commits < mostCommits) await commit(mebibyte);
let commitsDuringCheckpoint = 0;
while (isUnderWay && commitsDuringCheckpoint < 20) {
  await commit('beside the checkpoint');
  if (isUnderWay) commitsDuringCheckpoint += 1;
}
await threadEnded;
let stats = await store.stats();
while (stats.checkpoints === 0 && stats.checkpointFailure === undefined && commits < mostCommits) {
  await commit('after the thread ended');
  stats = await store.stats();
}
await store.close();

const again = await StateStore.connect({ backend: 'sqlite', location });
const { revision } = await again.stats();
await again.close();
const { checkpoints, checkpointFailure } = stats;
console.log(
  JSON.stringify({
    commits,
    commitsDuringCheckpoint,
    workerMessages,
    revision,
    checkpoints,
    checkpointFailure,
  }),
);
