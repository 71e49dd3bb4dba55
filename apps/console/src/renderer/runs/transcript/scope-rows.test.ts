import { describe, expect, it } from 'vitest';
import type { TranscriptLine } from '../../../protocol/transcript.js';
import { aFinishedRun, aRun } from '../../test-state/builders.js';
import { NOW } from '../../test-state/moments-and-digests.js';
import { transcriptLines } from '../../test-state/transcript-builders.js';
import { parseOpen } from './open-steps.js';
import { type ScopeSource, scopeRows } from './scope-rows.js';
import { transcriptParts } from './transcript-steps.js';

const source = (lines: readonly TranscriptLine[], change: Partial<ScopeSource> = {}): ScopeSource => ({
  session: 'demo',
  sessionState: 'open',
  id: 'r-41c9',
  run: aFinishedRun(),
  parts: transcriptParts(lines),
  isRunning: false,
  shut: parseOpen(undefined),
  ...change,
});

describe('the scopes of a run', () => {
  it('are its session, the run, its turns, and the tool calls in each, with what closing settled', () => {
    const rows = scopeRows(source(transcriptLines()));
    expect(rows.map(({ depth, kind, name, state }) => `${depth} ${kind} ${name}: ${state}`)).toEqual([
      '0 session demo: open',
      '1 run r-41c9: completed',
      '2 turn 1: closed',
      '3 task mcp__everything__echo: done',
      '2 report close report: done',
    ]);
    expect(rows[1]?.note).toBe('1 turn · 1 task');
    expect(rows[2]?.note).toBe('1 task · 450 tokens');
    expect(rows[4]?.note).toBe('0 tasks, 1 effect, 1 lease');
  });

  it('have the time that each took: a turn from before its first line', () => {
    const start = NOW - 15 * 60_000;
    const [, run, turn, task] = scopeRows(source(transcriptLines()));
    expect([run?.from, run?.to]).toEqual([start, aFinishedRun().endedAt]);
    expect([turn?.from, turn?.to]).toEqual([start + 796, start + 2_000]);
    expect([task?.from, task?.to]).toEqual([start + 1_000, start + 2_000]);
  });

  it('go on while the run does: the run, its last turn, and the call without a result', () => {
    const lines = transcriptLines().slice(0, 3);
    const rows = scopeRows(source(lines, { run: aRun({ waitingFor: 'go-on' }), isRunning: true }));
    expect(rows.slice(1).map(({ state, to }) => [state, to])).toEqual([
      ['waiting', null],
      ['executing', null],
      ['executing', null],
    ]);
  });

  it('leave out the calls of a turn that somebody closed', () => {
    const rows = scopeRows(source(transcriptLines(), { shut: parseOpen('only-1') }));
    expect(rows.find((row) => row.kind === 'turn')?.isOpen).toBe(false);
    expect(rows.some((row) => row.kind === 'task')).toBe(false);
  });

  it('name each failure of the close, and count failed calls', () => {
    const lines: readonly TranscriptLine[] = [
      {
        sequence: 1,
        at: 10,
        type: 'tool-result',
        turn: 1,
        callId: 'a',
        tool: 'lookup',
        success: false,
        text: 'no',
        durationMs: 4,
      },
      {
        sequence: 2,
        at: 11,
        type: 'close-report',
        clean: false,
        tasks: 1,
        effects: 0,
        leases: 1,
        failures: [{ name: 'notebook', outcome: 'failed', code: 'group-not-ended', message: 'still there' }],
      },
    ];
    const rows = scopeRows(source(lines, { run: undefined }));
    expect(rows.map(({ state, word, note, from }) => [state, word, note, from])).toEqual([
      ['open', null, '', null],
      ['unknown', null, '1 turn · 1 task, 1 failed', 10],
      ['closed', null, '1 task, 1 failed', 10],
      ['failed', 'failed', '', 6],
      ['failed', '1 failure', '1 task, 0 effects, 1 lease', 11],
      ['failed', 'failed', '[group-not-ended] still there', null],
    ]);
  });
});
