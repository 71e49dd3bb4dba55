import type { Tool } from '../kinds/tool.js';
import type { Clock } from '../lifecycle/clock.js';
import type { LlmClient } from '../model/llm-client.js';
import type { AgentAtWork } from './agent-at-work.js';
import type { ConfirmationHandler } from './confirmation.js';
import type { Delegate } from './delegating-tool.js';
import type { LoopLimits } from './loop-limits.js';
import type { LoopObserver } from './loop-observer.js';
import type { ToolPermissions } from './permission-policy.js';
import type { RunContext } from './run-context.js';
import type { RunHooks } from './run-hooks.js';

/** All that a run uses, frozen when the run was admitted. */
export interface LoopEnvironment {
  readonly workspace: string;
  readonly sessionId: string;
  readonly runId: string;
  /** The agent that works here, and on which task; `null` where the run itself works. */
  readonly task: AgentAtWork | null;
  readonly client: LlmClient;
  readonly streaming: boolean;
  readonly system: string | null;
  /** By the name that the model calls them. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly permissions: ToolPermissions;
  readonly confirm: ConfirmationHandler | null;
  readonly limits: LoopLimits;
  readonly clock: Clock;
  readonly observer: LoopObserver;
  readonly hooks: RunHooks;
  /** What is asked before the first model call; `null` where nobody is. */
  readonly context: RunContext | null;
  /** Hands work to agents; absent where that is not allowed. */
  readonly delegate?: Delegate;
}
