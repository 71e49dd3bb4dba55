import type { ViewSearch } from '../../navigation/view-search.js';
import { isFailed } from './step-outcome.js';
import type { Step, TranscriptPart, Turn } from './transcript-steps.js';

/** What a row of the transcript shows: the head of a turn, or a step. */
export type TranscriptRow = Turn | Step;

export interface TranscriptFilter {
  /** Words that must all occur in a step, whatever their case. */
  readonly text: string;
  readonly steps: ViewSearch['steps'];
}

export interface TranscriptRows {
  readonly rows: readonly TranscriptRow[];
  /** Steps that fit the filter, and all of them; heads of turns are not counted. */
  readonly shown: number;
  readonly all: number;
  /** Steps of each kind that have the words of the filter. */
  readonly counts: Readonly<Record<StepKind, number>>;
}

export type StepKind = NonNullable<ViewSearch['steps']>;
const KINDS: readonly StepKind[] = ['text', 'tools', 'failed'];

/** The rows of a transcript through a filter. A turn stays with its head as long as one of its steps does. */
export function transcriptRows(parts: readonly TranscriptPart[], filter: TranscriptFilter): TranscriptRows {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: TranscriptRow[] = [];
  let shown = 0;
  let all = 0;
  const counts = { text: 0, tools: 0, failed: 0 };
  for (const part of parts) {
    const steps: readonly Step[] = part.kind === 'turn' ? part.steps : [part];
    const found = words.length === 0 ? steps : steps.filter((step) => hasWords(step, words));
    const fitting = found.filter((step) => isOfKind(step, filter.steps));
    for (const kind of KINDS) counts[kind] += found.filter((step) => isOfKind(step, kind)).length;
    all += steps.length;
    shown += fitting.length;
    const isPlain = words.length === 0 && filter.steps === undefined;
    if (part.kind === 'turn' && (fitting.length > 0 || isPlain)) rows.push(part);
    rows.push(...fitting);
  }
  return { rows, shown, all, counts };
}

function isOfKind(step: Step, kind: TranscriptFilter['steps']): boolean {
  switch (kind) {
    case undefined:
      return true;
    case 'tools':
      return step.kind === 'tool';
    case 'text':
      return step.kind === 'text' || (step.kind === 'single' && step.line.type === 'prompt');
    case 'failed':
      return isFailed(step);
  }
}

function hasWords(step: Step, words: readonly string[]): boolean {
  const text = searchText(step).toLowerCase();
  return words.every((word) => text.includes(word));
}

function searchText(step: Step): string {
  switch (step.kind) {
    case 'text':
      return step.text;
    case 'tool':
      return [step.tool, step.arguments, step.result?.text].join('\n');
    case 'single':
      return singleText(step.line);
  }
}

function singleText(line: Extract<Step, { kind: 'single' }>['line']): string {
  switch (line.type) {
    case 'prompt':
    case 'cut':
      return line.text;
    case 'end':
      return `${line.status}\n${line.text}`;
    case 'close-report':
      return line.failures
        .flatMap(({ name, outcome, code, message }) => [name, outcome, code, message])
        .join('\n');
  }
}
