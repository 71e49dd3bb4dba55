/** An agent, and the task of its run that it works on. */
export interface AgentAtWork {
  /** Unique in the run. */
  readonly taskId: string;
  readonly agent: string;
}
