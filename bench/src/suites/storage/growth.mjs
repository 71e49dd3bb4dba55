import { measure } from '../../measure.mjs';
import { atMost, row } from '../../row.mjs';
import { openChangeover } from '../../subjects/changeover.mjs';
import { commitRate } from './rates.mjs';
import { freshValue, keyOf } from './records.mjs';

const rounds = 9;
const sizes = [1000, 10_000, 100_000];
const nameOf = (records) => `storage-kit sqlite (fsync), ${records.toLocaleString('en')} records`;

/** What a commit costs in stores of different sizes, side by side. */
export async function growth(makeFolder) {
  const stores = new Map();
  try {
    for (const records of sizes) stores.set(records, await filled(await makeFolder(), records));
    const micros = await measure(
      Object.fromEntries(
        sizes.map((records) => [
          nameOf(records),
          async () =>
            1e6 / (await commitRate(stores.get(records), { records, writers: 1, commitsEach: 400 })),
        ]),
      ),
      rounds,
    );
    const smallest = micros[nameOf(sizes[0])].median;
    return sizes.map((records, index) => {
      const relation =
        index === 0 ? undefined : atMost(micros[nameOf(records)].median / smallest, 1.2, 'that of 1,000');
      return row('cost of a commit as the store grows', nameOf(records), micros, 'µs', relation);
    });
  } finally {
    for (const store of stores.values()) await store.close();
  }
}

export async function filled(folder, records) {
  const store = await openChangeover(folder);
  const indexes = Array.from({ length: records }, (_, index) => index);
  for (let from = 0; from < records; from += 1000) {
    await Promise.all(
      indexes.slice(from, from + 1000).map((index) => store.commit(keyOf(index), freshValue())),
    );
  }
  return store;
}
