import { type Clock, systemClock } from '@changeover/capability-core';
import { afterEach, expect, it } from 'vitest';
import { TRANSCRIPT_AGE_MAX_MS } from '../src/host/limits.js';
import { recordPrefix } from '../src/host/records/record-keys.js';
import { listRecords } from '../src/host/store/list-records.js';
import { openConsoleStore } from '../src/host/store/open-console-store.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

/** The system's clock, read at another time. */
const later: Clock = {
  ...systemClock,
  now: () => systemClock.now() + TRANSCRIPT_AGE_MAX_MS + 60_000,
};

it('a start long after a run forgets its transcript, keeps the run, and says so', {
  timeout: 60_000,
}, async () => {
  const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
  const first = await testHost({ store });
  const before = connectPage(first);
  await before.until((now) => now.sessions[0]?.stamp.generation === 1);
  const { run } = await before.ask('run.start', {
    session: 'demo',
    rehearsal: 'take-one-note',
    prompt: 'Note.',
  });
  await before.until((now) => now.runs.some(({ id, endedAt }) => id === run && endedAt !== null));
  await first.close();

  const second = await testHost({ store, clock: later });
  const page = connectPage(second);
  const notice = await page.until((now) =>
    now.activity.find(({ command }) => command === 'transcript.prune'),
  );
  expect(notice).toMatchObject({ actor: 'host', target: '1 runs', outcome: 'done' });
  expect(page.state.runs).toMatchObject([{ id: run, status: 'completed' }]);
  await second.close();

  const { store: file } = await openConsoleStore(store);
  await using _closed = file;
  for await (const { record } of listRecords(file, recordPrefix.transcriptOf(run))) {
    expect.unreachable(`the transcript still has ${record.key.key}`);
  }
});
