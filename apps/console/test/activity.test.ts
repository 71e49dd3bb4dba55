import type { StateStore } from '@changeover/storage-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { AUDIT_LINES_MAX } from '../src/host/limits.js';
import { recordKey } from '../src/host/records/record-keys.js';
import { openConsoleStore } from '../src/host/store/open-console-store.js';
import { PAGE_LINES_MAX } from '../src/protocol/limits.js';
import { connectPage, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

const ANY = { text: '', actor: null, outcome: null };

/** Fills an audit log as years of use would: every hundredth line is a refusal that says why at length. */
async function plantActivity(config: Parameters<typeof openConsoleStore>[0], lines: number): Promise<void> {
  const { store } = await openConsoleStore(config);
  await using opened: StateStore = store;
  const at = Date.now() - 60_000;
  for (let start = 1; start <= lines; start += 2_000) {
    await opened.transact(async (transaction) => {
      for (let sequence = start; sequence < start + 2_000 && sequence <= lines; sequence += 1) {
        const isRefusal = sequence % 100 === 0;
        const activity = {
          sequence,
          at,
          actor: 'operator',
          command: 'run.start',
          target: `session-${sequence % 7}`,
          outcome: isRefusal ? 'refused' : 'done',
          durationMs: 3,
          reason: null,
          detail: isRefusal ? `[session-needs-you] ${'It needs somebody. '.repeat(200)}` : null,
        };
        await transaction.put({ key: recordKey.audit(sequence), value: { format: 1, activity } });
      }
    });
  }
}

describe('the audit log', { timeout: 120_000 }, () => {
  it('is searched as a whole, and the host answers meanwhile', async () => {
    const store = { backend: 'sqlite', folder: await temporaryFolder() } as const;
    await plantActivity(store, AUDIT_LINES_MAX - 10);
    const page = await connectPage(await testHost({ store, demo: null })).greeted();
    expect(page.state.activity).toHaveLength(200);

    const started = performance.now();
    const search = page.ask('activity.read', {
      filter: { ...ANY, text: 'NEEDS somebody session-3' },
      before: null,
      limit: PAGE_LINES_MAX,
    });
    let answered = 0;
    let slowestMs = 0;
    let isDone = false;
    void search.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const asked = performance.now();
      await page.ask('host.ping', {});
      slowestMs = Math.max(slowestMs, performance.now() - asked);
      answered += 1;
    }
    const found = await search;
    const tookMs = Math.round(performance.now() - started);
    // Measured for whoever looks at it; how fast a machine is proves nothing.
    console.info(
      `activity.read over ${found.total} lines: ${tookMs} ms, slowest ping ${Math.round(slowestMs)} ms`,
    );
    expect(answered).toBeGreaterThan(0);
    const refusals = Array.from(
      { length: Math.floor((AUDIT_LINES_MAX - 10) / 100) },
      (_, n) => (n + 1) * 100,
    );
    const expected = refusals.filter((sequence) => sequence % 7 === 3);
    expect(found).toMatchObject({ matched: expected.length, total: AUDIT_LINES_MAX - 10, hasMore: false });
    expect(found.lines.map(({ sequence }) => sequence)).toEqual(expected.toReversed());
  });

  it('has what happens from now on, in the order of its numbers, page by page', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    for (const id of ['one', 'two', 'three']) await page.ask('session.create', { id });
    await expect(page.ask('session.create', { id: 'one' })).rejects.toThrow('session-exists');
    await page.until((now) => now.activity.length === 4);
    const first = await page.ask('activity.read', { filter: ANY, before: null, limit: 3 });
    expect(first).toMatchObject({ hasMore: true, matched: 4, total: 4 });
    expect(first.lines.map(({ target, outcome }) => `${target} ${outcome}`)).toEqual([
      'one refused',
      'three done',
      'two done',
    ]);
    const before = first.lines.at(-1)?.sequence ?? 0;
    const rest = await page.ask('activity.read', { filter: ANY, before, limit: 3 });
    expect(rest).toMatchObject({ hasMore: false, lines: [{ target: 'one', outcome: 'done' }] });
  });
});
