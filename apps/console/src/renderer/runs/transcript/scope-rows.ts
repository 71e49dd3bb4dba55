import type { Run } from '../../../protocol/run.js';
import { formatPlural } from '../../shared/format/quantity.js';
import { runState, type StateName } from '../../shared/ui/states.js';
import { isOpen, type OpenSteps } from './open-steps.js';
import { endState, TOOL_WORDS, toolState } from './step-outcome.js';
import type { SingleStep, ToolStep, TranscriptPart, Turn } from './transcript-steps.js';

/** One scope or task of a run: what holds it is the next row above with a smaller depth. */
export interface ScopeRow {
  readonly key: string;
  readonly kind: 'session' | 'run' | 'turn' | 'task' | 'report' | 'failure';
  readonly depth: number;
  readonly name: string;
  readonly state: StateName;
  /** Stands instead of the state's own word. */
  readonly word: string | null;
  readonly note: string;
  /** Epoch milliseconds; `from` is null for what is no part of the run's time, `to` while it goes on. */
  readonly from: number | null;
  readonly to: number | null;
  /** Null for what holds nothing. */
  readonly isOpen: boolean | null;
  /** Number of the step of the transcript that tells of it. */
  readonly sequence: number | null;
}

export interface ScopeSource {
  readonly session: string;
  readonly sessionState: StateName;
  readonly id: string;
  readonly run: Run | undefined;
  readonly parts: readonly TranscriptPart[];
  readonly isRunning: boolean;
  /** The turns that are closed. */
  readonly shut: OpenSteps;
}

/** A run as the tree of its scopes: session, run, turns, and in each turn its tool calls, which are its tasks. */
export function scopeRows(source: ScopeSource): readonly ScopeRow[] {
  const { session, sessionState, parts } = source;
  const turns = parts.filter((part) => part.kind === 'turn');
  const singles = parts.filter((part) => part.kind === 'single');
  return [
    {
      key: 'session',
      kind: 'session',
      depth: 0,
      name: session,
      state: sessionState,
      word: null,
      note: '',
      from: null,
      to: null,
      isOpen: null,
      sequence: null,
    },
    runRow(source, turns, singles),
    ...turns.flatMap((turn, index) => turnRows(turn, source, index === turns.length - 1)),
    ...singles.flatMap(reportRows),
  ];
}

/** When a turn began: its first line is written only when the model has answered. */
export function turnStart({ at, end }: Turn): number {
  return end === null ? at : Math.min(at, end.at - end.durationMs);
}

function runRow(
  { id, run, parts, isRunning }: ScopeSource,
  turns: readonly Turn[],
  singles: readonly SingleStep[],
): ScopeRow {
  const end = singles.find((part) => part.line.type === 'end');
  const state = run === undefined ? statusOf(end, isRunning) : runState(run);
  const tools = turns.flatMap(tasksOf);
  return {
    key: 'run',
    kind: 'run',
    depth: 1,
    name: id,
    state,
    word: null,
    note: `${formatPlural(turns.length, 'turn')} · ${tasksNote(tools)}`,
    from: run?.admittedAt ?? parts.at(0)?.at ?? null,
    to: isRunning ? null : (run?.endedAt ?? end?.at ?? lastMoment(parts)),
    isOpen: null,
    sequence: null,
  };
}

function turnRows(turn: Turn, { shut, isRunning }: ScopeSource, isLast: boolean): readonly ScopeRow[] {
  const tasks = tasksOf(turn);
  const goesOn = turn.end === null && isRunning && isLast;
  const tokens = turn.end?.tokens;
  const isShut = isOpen(shut, turn.turn);
  const row: ScopeRow = {
    key: `turn ${turn.turn}`,
    kind: 'turn',
    depth: 2,
    name: String(turn.turn),
    state: goesOn ? 'executing' : 'closed',
    word: goesOn ? 'running' : null,
    note: [
      tasks.length > 0 && tasksNote(tasks),
      tokens !== undefined && `${formatPlural(tokens.prompt + tokens.completion, 'token')}`,
    ]
      .filter((part) => part !== false)
      .join(' · '),
    from: turnStart(turn),
    to: goesOn ? null : (turn.end?.at ?? lastMoment([turn])),
    isOpen: tasks.length === 0 ? null : !isShut,
    sequence: turn.sequence,
  };
  return isShut ? [row] : [row, ...tasks.map((task) => taskRow(task, isRunning))];
}

function taskRow(step: ToolStep, isRunning: boolean): ScopeRow {
  const { result, sequence } = step;
  const state = toolState(step, isRunning);
  return {
    key: `task ${sequence}`,
    kind: 'task',
    depth: 3,
    name: step.tool,
    state,
    word: TOOL_WORDS[state],
    note: '',
    from: step.arguments === null && result !== null ? result.at - result.durationMs : step.at,
    to: result === null ? (state === 'executing' ? null : step.at) : result.at,
    isOpen: null,
    sequence,
  };
}

function reportRows({ line, sequence }: SingleStep): readonly ScopeRow[] {
  if (line.type !== 'close-report') return [];
  const { tasks, effects, leases, failures, at, clean } = line;
  const common = { from: null, to: null, isOpen: null, sequence } as const;
  return [
    {
      ...common,
      key: `report ${sequence}`,
      kind: 'report',
      depth: 2,
      name: 'close report',
      state: clean ? 'done' : 'failed',
      word: clean ? 'clean' : formatPlural(failures.length, 'failure'),
      note: settledNote({ tasks, effects, leases }),
      from: at,
      to: at,
    },
    ...failures.map(
      (failure, index): ScopeRow => ({
        ...common,
        key: `failure ${sequence} ${index}`,
        kind: 'failure',
        depth: 3,
        name: failure.name,
        state: 'failed',
        word: failure.outcome,
        note: `[${failure.code}] ${failure.message}`,
      }),
    ),
  ];
}

/** What closing a run settled, counted. */
export function settledNote({
  tasks,
  effects,
  leases,
}: {
  tasks: number;
  effects: number;
  leases: number;
}): string {
  const parts = [formatPlural(tasks, 'task'), formatPlural(effects, 'effect'), formatPlural(leases, 'lease')];
  return parts.join(', ');
}

function tasksOf({ steps }: Turn): readonly ToolStep[] {
  return steps.filter((step) => step.kind === 'tool');
}

function tasksNote(tasks: readonly ToolStep[]): string {
  const failed = tasks.filter((task) => task.result?.success === false).length;
  return `${formatPlural(tasks.length, 'task')}${failed === 0 ? '' : `, ${failed} failed`}`;
}

function statusOf(end: SingleStep | undefined, isRunning: boolean): StateName {
  if (end?.line.type === 'end') return endState(end.line.status);
  return isRunning ? 'executing' : 'unknown';
}

function lastMoment(parts: readonly TranscriptPart[]): number | null {
  const part = parts.at(-1);
  if (part === undefined) return null;
  if (part.kind === 'single') return part.at;
  const moments = part.steps.map((step) => (step.kind === 'tool' ? (step.result?.at ?? step.at) : step.at));
  return Math.max(part.at, part.end?.at ?? 0, ...moments);
}
