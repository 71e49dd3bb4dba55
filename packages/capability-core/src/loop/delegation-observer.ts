import type { TokenUsage } from '../model/token-usage.js';
import type { AgentAtWork } from './agent-at-work.js';
import type { LoopObserver } from './loop-observer.js';

/** A task that was handed to an agent. */
export interface TaskStart extends AgentAtWork {
  /** The call that handed it out. */
  readonly callId: string;
  readonly prompt: string;
}

/** What came of a task. */
export interface TaskEnd {
  readonly success: boolean;
  readonly text: string;
  /** What the agent and its own agents used; the run's usage holds it too. */
  readonly usage: TokenUsage;
  readonly toolCalls: number;
  readonly durationMs: number;
}

/** Is told what the agents of a run do; it must not throw. */
export interface DelegationObserver {
  taskStarted(task: TaskStart): void;
  taskFinished(task: TaskStart, end: TaskEnd): void;
  /** Gives what observes the loop of the agent that works on a task. */
  loopOf(task: TaskStart): LoopObserver;
}
