import { join } from 'node:path';
import type { StateStore } from '@changeover/storage-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { TRANSCRIPT_LINES_MAX } from '../src/host/limits.js';
import { recordKey } from '../src/host/records/record-keys.js';
import { openConsoleStore } from '../src/host/store/open-console-store.js';
import { PAGE_LINES_MAX } from '../src/protocol/limits.js';
import type { TranscriptLine } from '../src/protocol/transcript.js';
import type { ConsolePage } from './console-page.js';
import { fixtureProject } from './fixture-package.js';
import { applied } from './installed-package.js';
import { connectPage, DEMO, releaseAll, temporaryFolder, testHost } from './test-host.js';

afterEach(releaseAll);

/** Everything of a transcript, read forward in pages. */
async function wholeTranscript(
  page: ConsolePage,
  session: string,
  run: string,
  limit = PAGE_LINES_MAX,
): Promise<readonly TranscriptLine[]> {
  const all: TranscriptLine[] = [];
  let after = 0;
  for (;;) {
    const { lines, next, hasMore } = await page.ask('transcript.read', { session, run, after, limit });
    all.push(...lines);
    if (!hasMore) return all;
    after = next;
  }
}

function shape(line: TranscriptLine): string {
  return 'turn' in line ? `${line.type} ${line.turn}` : line.type;
}

describe('the transcript of a run', { timeout: 120_000 }, () => {
  it('is read while it runs and after it, step by step, to its close report', async () => {
    const page = await connectPage(await testHost()).greeted();
    await applied(page, 'demo', [join(DEMO, 'packages', 'field-notes-1.0.0')]);
    const { run } = await page.ask('run.start', {
      session: 'demo',
      rehearsal: 'hold-the-notebook',
      prompt: 'Look.',
    });
    await page.until((now) => now.runs.find(({ waitingFor }) => waitingFor === 'hold'));
    const live = await wholeTranscript(page, 'demo', run);
    expect(live[0]).toMatchObject({ type: 'prompt', text: 'Look.', sequence: 1 });
    expect(live.map(({ type }) => type)).not.toContain('end');

    await page.ask('run.continue', { run, label: 'hold' });
    await page.until((now) => now.runs.find(({ closedClean, endedAt }) => closedClean && endedAt));
    const ended = await wholeTranscript(page, 'demo', run, 2);
    expect(ended.slice(0, live.length)).toEqual(live);
    expect(ended.map(({ sequence }) => sequence)).toEqual(ended.map((_line, index) => index + 1));
    expect(ended.slice(-2)).toMatchObject([
      { type: 'close-report', clean: true, leases: 1, failures: [] },
      { type: 'end', status: 'completed', text: expect.stringContaining('1.0.0, in pencil') },
    ]);
    const calls = ended.filter(({ type }) => type === 'tool-call');
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      if (call.type !== 'tool-call') continue;
      expect(JSON.parse(call.arguments)).toEqual(expect.any(Object));
      expect(ended.find((line) => line.type === 'tool-result' && line.callId === call.callId)).toMatchObject({
        turn: call.turn,
        success: true,
      });
    }
    const turns = ended.filter(({ type }) => type === 'turn-end');
    expect(turns.map((line) => 'turn' in line && line.turn)).toEqual(turns.map((_line, index) => index + 1));
    expect(turns[0]).toMatchObject({
      tokens: { prompt: expect.any(Number), completion: expect.any(Number) },
    });
    const texts = ended.filter(({ type }) => type === 'text').map(shape);
    for (const text of texts) {
      const turn = text.replace('text', 'tool-call');
      const shapes = ended.map(shape);
      if (shapes.includes(turn)) expect(shapes.indexOf(text)).toBeLessThan(shapes.indexOf(turn));
    }
  });

  it('has as many lines as its bound, then one that says so, then only the end', async () => {
    const calls = Array.from({ length: 100 }, () => ({ tool: 'nowhere', arguments: { text: 'again' } }));
    const turns = [...Array.from({ length: 25 }, () => ({ toolCalls: calls })), { text: 'Enough.' }];
    const demo = await fixtureProject({ much: { turns } });
    const page = await connectPage(await testHost({ demo })).greeted();
    await page.ask('session.create', { id: 'side' });
    const { run } = await page.ask('run.start', { session: 'side', rehearsal: 'much', prompt: 'Talk.' });
    await page.until((now) => now.runs.find(({ closedClean, endedAt }) => closedClean && endedAt));
    const lines = await wholeTranscript(page, 'side', run);
    expect(lines).toHaveLength(TRANSCRIPT_LINES_MAX + 2);
    expect(lines.slice(-4).map(({ type }) => type)).toEqual(['tool-result', 'cut', 'close-report', 'end']);
    expect(lines.slice(-3)).toMatchObject([
      { type: 'cut', text: expect.stringContaining(`${TRANSCRIPT_LINES_MAX}`) },
      { clean: true },
      { text: 'Enough.' },
    ]);
    expect(lines.at(-1)?.sequence).toBe(TRANSCRIPT_LINES_MAX + 2);
  });

  it('of a run that nobody knows is refused', async () => {
    const page = await connectPage(await testHost({ demo: null })).greeted();
    const ask = { session: 'side', run: 'run-1', after: 0, limit: 1 };
    await expect(page.ask('transcript.read', ask)).rejects.toMatchObject({ report: { code: 'unknown-run' } });
  });

  it('of an older console is read in its own shape', async () => {
    const folder = await temporaryFolder();
    const store = { backend: 'sqlite', folder } as const;
    const demo = await fixtureProject({ hold: { turns: [{ text: 'Hello.' }] } });
    const first = await testHost({ store, demo });
    const before = await connectPage(first).greeted();
    await before.ask('session.create', { id: 'side' });
    const { run } = await before.ask('run.start', { session: 'side', rehearsal: 'hold', prompt: 'Hi.' });
    await before.until((now) => now.runs.find(({ endedAt }) => endedAt !== null));
    await first.close();
    await replaceTranscript(store, run);

    const page = await connectPage(await testHost({ store, demo })).greeted();
    expect(await wholeTranscript(page, 'side', run)).toEqual([
      { sequence: 1, at: 1, type: 'prompt', text: 'Hi.' },
      { sequence: 2, at: 2, type: 'text', turn: 1, text: 'Let me see.' },
      {
        sequence: 3,
        at: 3,
        type: 'tool-call',
        turn: 0,
        callId: 'c1',
        tool: 'echo',
        arguments: '{"deep":[1]}',
      },
      {
        sequence: 4,
        at: 4,
        type: 'tool-result',
        turn: 0,
        callId: 'c1',
        tool: 'echo',
        success: true,
        text: 'ok',
        durationMs: 5,
      },
      { sequence: 5, at: 6, type: 'end', status: 'completed', text: 'Hello.' },
      { sequence: 6, at: 7, type: 'cut', text: 'More was not kept' },
    ]);
  });
});

/** Writes the records that an older console would have kept. */
async function replaceTranscript(config: Parameters<typeof openConsoleStore>[0], run: string): Promise<void> {
  const { store } = await openConsoleStore(config);
  await using opened: StateStore = store;
  const lines = [
    { at: 1, type: 'prompt', text: 'Hi.' },
    { at: 2, type: 'text', turn: 1, text: 'Let me see.' },
    { at: 3, type: 'tool-call', callId: 'c1', tool: 'echo', arguments: { deep: [1] } },
    { at: 4, type: 'tool-result', callId: 'c1', tool: 'echo', success: true, text: 'ok', durationMs: 5 },
    { at: 6, type: 'end', status: 'completed', text: 'Hello.' },
    { at: 7, type: 'cut', text: 'More was not kept' },
  ];
  await opened.transact(async (transaction) => {
    for (const [index, line] of lines.entries()) {
      await transaction.put({ key: recordKey.transcript(run, index + 1), value: { format: 1, ...line } });
    }
  });
}
