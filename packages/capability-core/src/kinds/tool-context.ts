import type { CapabilityEffect } from '../lifecycle/capability-effect.js';

/** What a tool may do with the scope that it is called in. */
export interface ToolScope {
  readonly id: string;
  /** Hands over something to be undone when the turn ends. */
  registerEffect(effect: CapabilityEffect): void;
}

/** What a tool is told about the call. */
export interface ToolContext {
  /** The workspace root of the session, as the host gave it. */
  readonly workspace: string;
  readonly sessionId: string;
  readonly runId: string;
  /**
   * The model's identifier of this call: unique in its answer, but some models begin anew with each. That of an agent's
   * call begins with its task.
   */
  readonly callId: string;
  /** Aborts when the call times out, or when its run or session is cancelled. */
  readonly signal: AbortSignal;
  readonly scope: ToolScope;
}
