import { timed } from '../../measure.mjs';
import { freshValue, keyOf } from './records.mjs';

/** Commits per second of that many writers, each with records of its own. */
export async function commitRate(store, { records, writers, commitsEach }) {
  const own = Math.floor(records / writers);
  const elapsedMs = await timed(() =>
    Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const first = Math.floor(Math.random() * own);
        for (let commit = 0; commit < commitsEach; commit += 1) {
          await store.commit(keyOf(writer + writers * ((first + commit) % own)), freshValue());
        }
      }),
    ),
  );
  return (writers * commitsEach * 1000) / elapsedMs;
}

/** Microseconds for one load, of that many records in turn. */
export async function loadMicros(store, { records, loads }) {
  const elapsedMs = await timed(async () => {
    for (let index = 0; index < loads; index += 1) await store.load(keyOf((index * 7919) % records));
  });
  return (elapsedMs * 1000) / loads;
}
