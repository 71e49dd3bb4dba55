import type { TokenUsage } from '../model/token-usage.js';
import type { RunCapabilityBindingJson } from '../scope/run-capability-binding.js';
import type { RunStatus } from './run-status.js';

/** What is known of a run; plain data. */
export interface RunSnapshot {
  readonly id: string;
  readonly sessionId: string;
  readonly status: RunStatus;
  /** Cut to 64 KiB, like the result's text. */
  readonly prompt: string;
  /** What the run was given; `null` until it is admitted. */
  readonly capabilityBinding: RunCapabilityBindingJson | null;
  /** Milliseconds since the epoch, like the next. */
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly resultText: string | null;
  readonly error: string | null;
  /** The code of that error, where it bears one. */
  readonly errorCode: string | null;
  readonly usage: TokenUsage;
  readonly toolCallsCount: number;
  /** Events ever recorded, those forgotten included. */
  readonly eventCount: number;
}
