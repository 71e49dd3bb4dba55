// Writes as fast as it can until it is killed. Reports each acknowledged commit as one line on standard output:
// writer, round, revision.
import { writeSync } from 'node:fs';

const [modules, backend, location, writers] = process.argv.slice(2);
const { systemClock } = await import(`${modules}/contract/clock.js`);
const maxBytes = 2 ** 30;

const openings = {
  /** Folds its journal every few rounds, now in this thread, now in one of its own. */
  async sqlite() {
    const { openOnFile } = await import(`${modules}/journal/open-on-file.js`);
    const { systemSurroundings } = await import(`${modules}/journal/system-surroundings.js`);
    return openOnFile({ location, maxBytes }, systemClock, {
      ...systemSurroundings,
      checkpointBytes: 200_000,
    });
  },
  async 'sqlite-file'() {
    const { openSqliteFile, systemFileStoreParts } = await import(
      `${modules}/sqlite-file/open-sqlite-file.js`
    );
    return openSqliteFile({ location, maxBytes, clock: systemClock }, systemFileStoreParts);
  },
};

const store = await openings[backend]();

async function write(writer) {
  const head = { namespace: 'head', key: `w${writer}` };
  for (let round = ((await store.load(head))?.record.value ?? 0) + 1; ; round += 1) {
    const transaction = await store.beginTransaction();
    await transaction.put({ key: head, value: round });
    await transaction.put({ key: { namespace: 'left', key: `w${writer}/${round}` }, value: 'x'.repeat(500) });
    await transaction.put({ key: { namespace: 'right', key: `w${writer}/${round}` }, value: round });
    if (round > 20) await transaction.delete({ namespace: 'left', key: `w${writer}/${round - 20}` });
    const { revision } = await transaction.commit();
    writeSync(1, `${writer} ${round} ${revision}\n`);
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)));
