// Writes as fast as it can until it is killed. Reports each acknowledged commit as one line on standard output:
// writer, round, revision.
import { writeSync } from 'node:fs';

const [modules, location, writers] = process.argv.slice(2);
const { openOnFile } = await import(`${modules}/journal/open-on-file.js`);
const { systemSurroundings } = await import(`${modules}/journal/system-surroundings.js`);
const { systemClock } = await import(`${modules}/contract/clock.js`);

const store = await openOnFile({ location, maxBytes: 2 ** 30 }, systemClock, {
  ...systemSurroundings,
  checkpointBytes: 200_000,
});

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
