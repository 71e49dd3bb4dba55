import type { HookEventType } from '../kinds/hook-event.js';

/**
 * What came of one hook at one event.
 *
 * `continued`, `changed` (what it was told about), `skipped`, `blocked`, `retry` and `escalated` are its answers;
 * `failed` and `timed-out` gave none; `dropped` was not called, since its run had no room for it any more.
 */
export type HookOutcome =
  | 'continued'
  | 'changed'
  | 'skipped'
  | 'blocked'
  | 'retry'
  | 'escalated'
  | 'failed'
  | 'timed-out'
  | 'dropped';

/** One hook at one event, as it is told. */
export interface HookReport {
  readonly hook: string;
  readonly event: HookEventType;
  /** The agent that the event was about, and its task; absent for the run itself. */
  readonly agent?: string;
  readonly taskId?: string;
  readonly outcome: HookOutcome;
  /** The reason that it gave, or why there is no answer. */
  readonly message: string | null;
  readonly durationMs: number;
}
