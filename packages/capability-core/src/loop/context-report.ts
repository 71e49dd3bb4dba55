/** One call of a context provider, as it is told. */
export interface ContextReport {
  readonly provider: string;
  /** What it was asked before the first model call, or told when the turn had ended. */
  readonly phase: 'query' | 'turn-complete';
  /** `dropped`: it was not called, since its run had no room for it any more. */
  readonly outcome: 'answered' | 'failed' | 'timed-out' | 'dropped';
  /** Items that it found. */
  readonly items: number;
  /** Why it did not answer. */
  readonly message: string | null;
  readonly durationMs: number;
}

/** What of all context was put into a prompt. */
export interface AddedContext {
  readonly items: number;
  readonly bytes: number;
  /** Items that did not fit. */
  readonly leftOut: number;
}
