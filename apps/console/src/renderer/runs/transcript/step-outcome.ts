import { isTerminal, type Run } from '../../../protocol/run.js';
import type { StateName } from '../../shared/ui/states.js';
import type { Step, ToolStep, TranscriptPart } from './transcript-steps.js';

/** True for a tool call that failed, a run that ended as failed, and a close that left something. */
export function isFailed(step: Step): boolean {
  if (step.kind === 'tool') return step.result?.success === false;
  if (step.kind === 'text') return false;
  const { line } = step;
  if (line.type === 'end') return line.status === 'failed';
  return line.type === 'close-report' && !line.clean;
}

export type ToolState = Extract<StateName, 'done' | 'failed' | 'executing' | 'unknown'>;

/** How a tool call stands: one without a result is running as long as its run is, and unknown afterwards. */
export function toolState({ result }: ToolStep, isRunning: boolean): ToolState {
  if (result !== null) return result.success ? 'done' : 'failed';
  return isRunning ? 'executing' : 'unknown';
}

/** The word for it, where the state's own says less. */
export const TOOL_WORDS: Readonly<Record<ToolState, string>> = {
  done: 'done',
  failed: 'failed',
  executing: 'running',
  unknown: 'no result recorded',
};

const ENDED: Readonly<Record<string, StateName>> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** How a run ended, as its transcript says it. */
export function endState(status: string): StateName {
  return ENDED[status] ?? 'unknown';
}

/** Whether a run goes on: as the host says, else as its transcript does. */
export function isRunning(run: Run | undefined, parts: readonly TranscriptPart[]): boolean {
  if (run !== undefined) return !isTerminal(run.status);
  return parts.length > 0 && !parts.some((part) => part.kind === 'single' && part.line.type === 'end');
}
