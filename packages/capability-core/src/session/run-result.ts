import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import type { Message } from '../model/message.js';
import type { TokenUsage } from '../model/token-usage.js';

/** What a run came to. */
export interface RunResult {
  readonly runId: string;
  /** The model's last text. */
  readonly text: string;
  /** The whole conversation, the prompt included. */
  readonly messages: readonly Message[];
  readonly usage: TokenUsage;
  readonly toolCallsCount: number;
  readonly closeReport: ScopeCloseReport;
}

/** A run that was admitted. */
export interface RunHandle {
  readonly runId: string;
  /**
   * Settles after the run is closed: its lease is given back by then.
   * Rejects with a `SessionError`: `run-failed`, `run-cancelled` or `capability`.
   */
  readonly result: Promise<RunResult>;
}
