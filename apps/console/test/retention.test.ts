import { join } from 'node:path';
import { type Clock, systemClock } from '@changeover/capability-core';
import { afterEach, expect, it } from 'vitest';
import { AUDIT_AGE_MAX_MS, TRANSCRIPT_AGE_MAX_MS } from '../src/host/limits.js';
import { applied } from './installed-package.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

/** The system's clock, read at another time. */
const later: Clock = {
  ...systemClock,
  now: () => systemClock.now() + Math.max(AUDIT_AGE_MAX_MS, TRANSCRIPT_AGE_MAX_MS) + 60_000,
};

it('a start long after a run forgets its transcript, keeps the run, and says so', {
  timeout: 60_000,
}, async () => {
  const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
  const first = await testHost({ store });
  const before = await connectPage(first).greeted();
  await applied(before, 'demo', [join(DEMO, 'packages', 'field-notes-1.0.0')]);
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
  const { lines, hasMore } = await page.ask('transcript.read', {
    session: 'demo',
    run,
    after: 0,
    limit: 100,
  });
  expect(lines).toMatchObject([{ type: 'cut', text: expect.stringContaining('deleted') }]);
  expect(hasMore).toBe(false);
});

it('a start long after lines were written to the audit log neither shows nor finds them, and says so', async () => {
  const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
  const first = await testHost({ store, demo: null });
  const before = await connectPage(first).greeted();
  await before.ask('session.create', { id: 'side' });
  await before.ask('session.close', { id: 'side', reason: null });
  await first.close();

  const page = await connectPage(await testHost({ store, demo: null, clock: later })).greeted();
  await page.until((now) => now.activity.some(({ command }) => command === 'audit.prune'));
  const notice = { sequence: 3, command: 'audit.prune', target: '2 lines' };
  expect(page.state.activity).toMatchObject([notice]);
  const filter = { text: '', actor: null, outcome: null };
  expect(await page.ask('activity.read', { filter, before: null, limit: 10 })).toMatchObject({
    lines: [notice],
    matched: 1,
    total: 1,
  });
});
