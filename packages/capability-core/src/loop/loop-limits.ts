import {
  MODEL_CALL_TIMEOUT_MS_DEFAULT,
  PARALLEL_TOOL_CALLS_DEFAULT,
  TOOL_RESULT_BYTES_DEFAULT,
  TOOL_ROUNDS_DEFAULT,
  TOOL_TIMEOUT_MS_DEFAULT,
} from './limits.js';

/** What bounds one run; a time of `null` leaves only the run's cancellation. */
export interface LoopLimits {
  /** Rounds in which tools are called; at least 1. */
  readonly maxToolRounds: number;
  /** Tool calls of one turn that may run side by side; at least 1. */
  readonly maxParallelTasks: number;
  readonly toolTimeoutMs: number | null;
  readonly llmApiTimeoutMs: number | null;
  readonly maxExecutionTimeMs: number | null;
  /** Bytes of one tool result that reach the model. */
  readonly toolResultBytes: number;
}

/** The limits that apply where none are given. */
export const DEFAULT_LOOP_LIMITS: LoopLimits = Object.freeze({
  maxToolRounds: TOOL_ROUNDS_DEFAULT,
  maxParallelTasks: PARALLEL_TOOL_CALLS_DEFAULT,
  toolTimeoutMs: TOOL_TIMEOUT_MS_DEFAULT,
  llmApiTimeoutMs: MODEL_CALL_TIMEOUT_MS_DEFAULT,
  maxExecutionTimeMs: null,
  toolResultBytes: TOOL_RESULT_BYTES_DEFAULT,
});
