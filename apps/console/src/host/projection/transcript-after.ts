import type { ScopeCloseReport } from '@changeover/capability-core';
import type { TranscriptLine } from '../../protocol/transcript.js';
import { TRANSCRIPT_LINES_MAX, TRANSCRIPT_NAME_MAX_LENGTH, TRANSCRIPT_TEXT_MAX_LENGTH } from '../limits.js';
import { cutText } from '../text/cut-text.js';
import type { RunHappening } from './session-happening.js';

/** A line before it has its number. */
type Unnumbered = TranscriptLine extends infer Line
  ? Line extends TranscriptLine
    ? Omit<Line, 'sequence'>
    : never
  : never;

/** How far the transcript of a live run has come. */
export interface TranscriptProgress {
  /** Lines so far. */
  readonly lines: number;
  /** The turn that is under way, since when, and what the model has said in it that is in no line yet. */
  readonly turn: number;
  readonly turnStartedAt: number;
  readonly unwritten: string;
  /** Whether the text of the turn is in a line already. */
  readonly isTextWritten: boolean;
  /** Leases given back; a close report counts only those of the outermost scope, which has none. */
  readonly leases: number;
}

/** A transcript without a line. */
export const EMPTY_TRANSCRIPT: TranscriptProgress = {
  lines: 0,
  turn: 0,
  turnStartedAt: 0,
  unwritten: '',
  isTextWritten: false,
  leases: 0,
};

/** A transcript after one happening of its run, and the lines that this added. */
export interface TranscriptStep {
  readonly progress: TranscriptProgress;
  readonly added: readonly TranscriptLine[];
}

/** What a happening adds to the transcript of its run. A model speaks before it calls tools, so its text comes first. */
export function transcriptAfter(progress: TranscriptProgress, event: RunHappening): TranscriptStep {
  const next = progressAfter(progress, event);
  const said = textLine(progress, event);
  const added = [...(said === null ? [] : [said]), ...linesOf(progress, event)];
  return numbered(said === null ? next : { ...next, unwritten: '', isTextWritten: true }, added);
}

function progressAfter(progress: TranscriptProgress, event: RunHappening): TranscriptProgress {
  if (event.type === 'run-turn' && event.phase === 'started') {
    return {
      ...progress,
      turn: event.turn,
      turnStartedAt: event.at,
      unwritten: '',
      isTextWritten: false,
    };
  }
  if (event.type === 'lease-released') return { ...progress, leases: progress.leases + 1 };
  if (event.type !== 'run-text' || progress.unwritten.length > TRANSCRIPT_TEXT_MAX_LENGTH) return progress;
  return { ...progress, unwritten: progress.unwritten + event.text };
}

/** The text of a turn, as soon as what comes next shows that it is complete. */
function textLine(
  { turn, unwritten, isTextWritten }: TranscriptProgress,
  event: RunHappening,
): Unnumbered | null {
  if (isTextWritten) return null;
  let text = '';
  if (event.type === 'run-turn' && event.phase === 'finished')
    text = unwritten === '' ? event.text : unwritten;
  else if (event.type === 'run-tool-call' || event.type === 'run-closed') text = unwritten;
  return text === '' ? null : { at: event.at, type: 'text', turn, text: kept(text) };
}

function linesOf(
  { turn, turnStartedAt, leases }: TranscriptProgress,
  event: RunHappening,
): readonly Unnumbered[] {
  const { at } = event;
  switch (event.type) {
    case 'run-admitted':
      return [{ at, type: 'prompt', text: kept(event.prompt) }];
    case 'run-turn': {
      if (event.phase === 'started') return [];
      const tokens = { prompt: event.usage.promptTokens, completion: event.usage.completionTokens };
      return [{ at, type: 'turn-end', turn: event.turn, tokens, durationMs: at - turnStartedAt }];
    }
    case 'run-tool-call':
      return [toolLine(turn, event)];
    case 'run-closed':
      return [closeLine(event.report, leases, at)];
    case 'run-finished':
      return [
        { at, type: 'end', status: event.status, text: kept(event.error?.message ?? event.text ?? '') },
      ];
    case 'run-text':
    case 'run-hook':
    case 'run-context':
    case 'run-context-added':
    case 'run-task':
    case 'lease-acquired':
    case 'lease-released':
    case 'late-lease':
      return [];
  }
}

function toolLine(
  turn: number,
  event: Extract<RunHappening, { readonly type: 'run-tool-call' }>,
): Unnumbered {
  const { at, callId, tool } = event;
  if (event.phase === 'started') {
    return { at, type: 'tool-call', turn, callId, tool, arguments: kept(JSON.stringify(event.arguments)) };
  }
  const { success, content, durationMs } = event;
  return {
    at,
    type: 'tool-result',
    turn,
    callId,
    tool,
    success,
    text: kept(content),
    durationMs: Math.round(durationMs),
  };
}

function closeLine(report: ScopeCloseReport, leases: number, at: number): Unnumbered {
  const { tasksCompleted, tasksFailed, tasksCancelled, tasksTimedOut } = report;
  const { effectsClosed, effectsFailed, effectsTimedOut } = report;
  return {
    at,
    type: 'close-report',
    clean: report.clean,
    tasks: tasksCompleted + tasksFailed + tasksCancelled + tasksTimedOut,
    effects: effectsClosed + effectsFailed + effectsTimedOut,
    leases: leases + report.generationLeasesReleased,
    failures: report.failures.map(({ name, outcome, code, message }) => ({
      name: cutText(name, TRANSCRIPT_NAME_MAX_LENGTH),
      outcome,
      code: cutText(code, TRANSCRIPT_NAME_MAX_LENGTH),
      message: kept(message),
    })),
  };
}

/** Beyond the bound a line says so, and then only how the run ended is kept. */
function numbered(progress: TranscriptProgress, added: readonly Unnumbered[]): TranscriptStep {
  const lines: TranscriptLine[] = [];
  for (const line of added) {
    const sequence = progress.lines + lines.length + 1;
    if (sequence < TRANSCRIPT_LINES_MAX || isEnding(line)) lines.push({ ...line, sequence });
    else if (sequence === TRANSCRIPT_LINES_MAX) lines.push({ sequence, at: line.at, ...CUT });
  }
  return { progress: { ...progress, lines: progress.lines + lines.length }, added: lines };
}

const CUT = {
  type: 'cut',
  text: `Only ${TRANSCRIPT_LINES_MAX} lines of a run are kept; later steps were not recorded`,
} as const;

function isEnding({ type }: Unnumbered): boolean {
  return type === 'close-report' || type === 'end';
}

function kept(text: string): string {
  return cutText(text, TRANSCRIPT_TEXT_MAX_LENGTH);
}
