import { type ScopeCloseReport, Sha256Digest, UseCapabilityGeneration } from '@changeover/capability-core';
import { describe, expect, it } from 'vitest';
import type { TranscriptLine } from '../../protocol/transcript.js';
import { TRANSCRIPT_LINES_MAX, TRANSCRIPT_NAME_MAX_LENGTH, TRANSCRIPT_TEXT_MAX_LENGTH } from '../limits.js';
import type { RunHappening } from './session-happening.js';
import { EMPTY_TRANSCRIPT, transcriptAfter } from './transcript-after.js';

type Told = RunHappening extends infer Each
  ? Each extends RunHappening
    ? Omit<Each, 'at' | 'runId'>
    : never
  : never;

/** The lines of a run of which these things are told, one each millisecond. */
function transcript(...told: readonly Told[]): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  let progress = EMPTY_TRANSCRIPT;
  for (const [at, event] of told.entries()) {
    const step = transcriptAfter(progress, { ...event, at, runId: 'run-1' } as RunHappening);
    progress = step.progress;
    lines.push(...step.added);
  }
  return lines;
}

const USE = new UseCapabilityGeneration(
  1,
  Sha256Digest.ofText('revision'),
  Sha256Digest.ofText('registry'),
).toJSON();
const usage = { promptTokens: 7, completionTokens: 3, totalTokens: 10 };
const started = { type: 'run-turn', turn: 1, phase: 'started' } as const;
const finished = { type: 'run-turn', turn: 1, phase: 'finished', usage, text: 'All of it.' } as const;
const call = {
  type: 'run-tool-call',
  phase: 'started',
  callId: 'c1',
  tool: 'echo',
  arguments: { a: [1] },
} as const;
const result = {
  type: 'run-tool-call',
  phase: 'finished',
  callId: 'c1',
  tool: 'echo',
  success: true,
  content: 'ok',
  durationMs: 4.6,
} as const;
const report: ScopeCloseReport = {
  tasksCompleted: 1,
  tasksFailed: 1,
  tasksCancelled: 1,
  tasksTimedOut: 1,
  childScopesClosed: 0,
  childScopesFailed: 0,
  childScopesTimedOut: 0,
  effectsClosed: 1,
  effectsFailed: 1,
  effectsTimedOut: 1,
  generationLeasesReleased: 0,
  clean: false,
  failures: [
    { scope: 's', name: 'file', kind: 'effect', outcome: 'failed', code: 'EIO', message: 'no disk' },
  ],
  failuresOmitted: 0,
};
const released = { type: 'lease-released', useGeneration: USE } as const;

function shapes(lines: readonly TranscriptLine[]): readonly string[] {
  return lines.map((line) => ('turn' in line ? `${line.type} ${line.turn}` : line.type));
}

describe('a transcript', () => {
  it('has what a model said before the calls that it made after saying it', () => {
    const lines = transcript(
      started,
      { type: 'run-text', text: 'Let me ' },
      { type: 'run-text', text: 'look.' },
      call,
      result,
      call,
      result,
      { ...finished, text: 'Let me look.' },
    );
    expect(shapes(lines)).toEqual([
      'text 1',
      'tool-call 1',
      'tool-result 1',
      'tool-call 1',
      'tool-result 1',
      'turn-end 1',
    ]);
    expect(lines[0]).toMatchObject({ text: 'Let me look.', sequence: 1, at: 3 });
    expect(lines[1]).toMatchObject({ arguments: '{"a":[1]}' });
    expect(lines[2]).toMatchObject({ success: true, text: 'ok', durationMs: 5 });
    expect(lines.at(-1)).toMatchObject({ tokens: { prompt: 7, completion: 3 }, durationMs: 7 });
  });

  it('has the text of a turn that was told only at its end, and none where nothing was said', () => {
    expect(shapes(transcript(started, finished))).toEqual(['text 1', 'turn-end 1']);
    expect(shapes(transcript(started, { ...finished, text: '' }))).toEqual(['turn-end 1']);
    const two = transcript(started, finished, { ...started, turn: 2 }, { ...finished, turn: 2 });
    expect(shapes(two)).toEqual(['text 1', 'turn-end 1', 'text 2', 'turn-end 2']);
  });

  it('ends with what closing settled, what failed of it, and how the run ended', () => {
    const lines = transcript(
      started,
      { type: 'run-text', text: 'Cut o' },
      released,
      { type: 'run-closed', report },
      {
        type: 'run-finished',
        status: 'failed',
        text: null,
        error: { code: 'x', message: 'It broke' },
        usage,
        toolCalls: 0,
      },
    );
    expect(lines).toMatchObject([
      { type: 'text', text: 'Cut o' },
      {
        type: 'close-report',
        clean: false,
        tasks: 4,
        effects: 3,
        leases: 1,
        failures: [{ name: 'file', outcome: 'failed', code: 'EIO', message: 'no disk' }],
      },
      { type: 'end', status: 'failed', text: 'It broke' },
    ]);
  });

  it('keeps texts and names up to their bounds', () => {
    const long = 'x'.repeat(TRANSCRIPT_TEXT_MAX_LENGTH);
    const name = 'n'.repeat(TRANSCRIPT_NAME_MAX_LENGTH);
    const failed = (text: string) => ({
      type: 'run-closed' as const,
      report: { ...report, failures: report.failures.map((each) => ({ ...each, name: text })) },
    });
    const lines = transcript(
      { ...result, content: long },
      { ...result, content: `${long}x` },
      { ...call, arguments: long.slice(2) },
      { ...call, arguments: long },
      failed(name),
      failed(`${name}n`),
    );
    const [whole, cut, wholeCall, cutCall, report1, report2] = lines;
    expect(whole).toMatchObject({ text: long });
    expect(cut).toMatchObject({ text: `${long.slice(1)}…` });
    expect(wholeCall).toMatchObject({ arguments: JSON.stringify(long.slice(2)) });
    expect(cutCall).toMatchObject({ arguments: `${JSON.stringify(long).slice(0, long.length - 1)}…` });
    expect(report1).toMatchObject({ failures: [{ name }] });
    expect(report2).toMatchObject({ failures: [{ name: `${name.slice(1)}…` }] });
  });

  it('keeps of a text that streams without end no more than its bound', () => {
    const chunk = 'x'.repeat(16 * 1024);
    const streamed = Array.from({ length: 100 }, () => ({ type: 'run-text' as const, text: chunk }));
    const [line] = transcript(started, ...streamed, call);
    expect(line).toMatchObject({ type: 'text' });
    expect(line?.type === 'text' && line.text.length).toBe(TRANSCRIPT_TEXT_MAX_LENGTH);
  });

  it('says at its bound that more was not kept, and keeps the end all the same', () => {
    const closed = { type: 'run-closed', report } as const;
    const full = transcript(...Array.from({ length: TRANSCRIPT_LINES_MAX - 1 }, () => result), closed);
    expect(full).toHaveLength(TRANSCRIPT_LINES_MAX);
    expect(full.slice(-2).map(({ type }) => type)).toEqual(['tool-result', 'close-report']);

    const over = transcript(...Array.from({ length: TRANSCRIPT_LINES_MAX + 5 }, () => result), closed);
    expect(over.slice(-3).map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
      `${TRANSCRIPT_LINES_MAX - 1} tool-result`,
      `${TRANSCRIPT_LINES_MAX} cut`,
      `${TRANSCRIPT_LINES_MAX + 1} close-report`,
    ]);
  });
});
