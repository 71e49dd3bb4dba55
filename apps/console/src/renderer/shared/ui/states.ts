import {
  Archive,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  Ban,
  Check,
  Circle,
  CircleAlert,
  CircleDot,
  CircleHelp,
  CircleX,
  Equal,
  GitBranch,
  Hand,
  LoaderCircle,
  type LucideIcon,
  Minus,
  OctagonX,
  Pin,
  Plus,
  Undo2,
} from 'lucide-react';
import type { Batch, BatchCapability } from '../../../protocol/batch.js';
import { isTerminal, type Run } from '../../../protocol/run.js';
import type { Tone } from './tone.js';

/** A state as it is always shown: by word, by icon and by colour. */
export interface StateLook {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  /** True for the one icon that turns, slowly. */
  readonly turns?: boolean;
}

const running = (word: string): StateLook => ({ word, icon: LoaderCircle, tone: 'run', turns: true });

export const STATES = {
  'not-started': { word: 'not started', icon: Circle, tone: 'idle' },
  staged: { word: 'staged', icon: Circle, tone: 'idle' },
  preparing: running('preparing'),
  prepared: { word: 'prepared', icon: Check, tone: 'ok' },
  failed: { word: 'failed', icon: CircleX, tone: 'bad' },
  'rolled-back': { word: 'rolled back', icon: Undo2, tone: 'undo' },
  cancelling: { word: 'undoing', icon: Undo2, tone: 'undo' },
  'taken-back': { word: 'cancelled', icon: Undo2, tone: 'undo' },
  committed: { word: 'committed', icon: Check, tone: 'ok' },
  current: { word: 'current', icon: CircleDot, tone: 'ok' },
  draining: { word: 'draining', icon: Pin, tone: 'pin' },
  retired: { word: 'retired', icon: Minus, tone: 'closed' },
  created: running('created'),
  planning: running('planning'),
  executing: running('executing'),
  verifying: running('verifying'),
  waiting: { word: 'waiting for you', icon: Hand, tone: 'wait' },
  completed: { word: 'completed', icon: Check, tone: 'ok' },
  cancelled: { word: 'cancelled', icon: Minus, tone: 'closed' },
  pinned: { word: 'pinned', icon: Pin, tone: 'pin' },
  held: { word: 'held', icon: Pin, tone: 'pin' },
  released: { word: 'released', icon: Minus, tone: 'closed' },
  none: { word: 'none', icon: Minus, tone: 'closed' },
  open: { word: 'open', icon: CircleDot, tone: 'ok' },
  'needs-you': { word: 'needs you', icon: Hand, tone: 'wait' },
  restoring: running('restoring'),
  closing: running('closing'),
  closed: { word: 'closed', icon: Minus, tone: 'closed' },
  done: { word: 'done', icon: Check, tone: 'ok' },
  refused: { word: 'refused', icon: OctagonX, tone: 'bad' },
  loaded: { word: 'loaded', icon: Check, tone: 'ok' },
  'loaded-with-diagnostics': { word: 'loaded, with remarks', icon: CircleAlert, tone: 'wait' },
  skipped: { word: 'skipped', icon: CircleX, tone: 'bad' },
  added: { word: 'added', icon: Plus, tone: 'ok' },
  removed: { word: 'removed', icon: Minus, tone: 'closed' },
  replaced: { word: 'replaced', icon: ArrowRightLeft, tone: 'run' },
  changed: { word: 'changed', icon: ArrowRightLeft, tone: 'run' },
  upgraded: { word: 'upgraded', icon: ArrowUp, tone: 'run' },
  downgraded: { word: 'downgraded', icon: ArrowDown, tone: 'run' },
  'requirement-changed': { word: 'needs changed', icon: GitBranch, tone: 'run' },
  unchanged: { word: 'unchanged', icon: Equal, tone: 'closed' },
  conflict: { word: 'conflict', icon: OctagonX, tone: 'bad' },
  undecided: { word: 'waiting for you', icon: Hand, tone: 'wait' },
  allowed: { word: 'allowed', icon: Check, tone: 'ok' },
  'left-out': { word: 'left out', icon: Ban, tone: 'closed' },
  stored: { word: 'stored', icon: Archive, tone: 'idle' },
  'in-force': { word: 'in force', icon: CircleDot, tone: 'ok' },
  kept: { word: 'kept', icon: Pin, tone: 'pin' },
  unused: { word: 'unused', icon: Circle, tone: 'idle' },
  damaged: { word: 'damaged', icon: OctagonX, tone: 'bad' },
  intact: { word: 'intact', icon: Check, tone: 'ok' },
  unknown: { word: 'unknown', icon: CircleHelp, tone: 'unknown' },
} as const satisfies Record<string, StateLook>;

export type StateName = keyof typeof STATES;

/** The state of a run as a person reads it: one that waits for them comes before what it is doing. */
export function runState(run: Run): StateName {
  if (!isTerminal(run.status) && run.waitingFor !== null) return 'waiting';
  return run.status;
}

/** The state of a batch, or of a capability in one: what somebody took back is undone and needs nobody. */
export function batchState(state: Batch['state'] | BatchCapability['state']): StateName {
  return state === 'cancelled' ? 'taken-back' : state;
}

/** How a whole batch ended or stands: one that was not published and not taken back has failed. */
export function batchOutcome({ state }: Batch): StateName {
  return state === 'rolled-back' ? 'failed' : batchState(state);
}

/** In which order a list of runs is sorted by status: first what needs a person, last what is over. */
export const RUN_ORDER: readonly StateName[] = [
  'waiting',
  'created',
  'planning',
  'executing',
  'verifying',
  'failed',
  'cancelled',
  'completed',
];
