import type { HookEventType } from '../kinds/hook-event.js';
import { type Message, userMessage } from '../model/message.js';
import type { CapabilityScope } from '../scope/capability-scope.js';
import { AgentLoop } from './agent-loop.js';
import { AgentLoopError } from './agent-loop-error.js';
import type { LoopEnvironment } from './loop-environment.js';
import type { LoopObserver } from './loop-observer.js';
import type { ToolPermissions } from './permission-policy.js';
import type { RunHooks } from './run-hooks.js';
import type { RunTally } from './run-tally.js';

const SUMMARISE =
  'Summarise our conversation so far, so that it can go on from the summary alone: what I want, what was decided and ' +
  'why, what was done and came of it, what is open. Keep names, numbers and addresses exact. Call no tools.';

/** Nobody has written the prompt, and the answer is for nobody: what hooks are told is that the model is called. */
const HOOK_EVENTS: readonly HookEventType[] = ['generate_start', 'generate_end', 'on_rate_limit'];

/** Some providers take no conversation with calls in it without the tools that were called; so these stay, unused. */
const NO_CALLS: ToolPermissions = { decide: () => 'deny' };

/** A conversation that is to become a summary. */
export interface LongConversation {
  /** The command that asked for it. */
  readonly command: string;
  readonly history: readonly Message[];
  /** Counts what the summary uses. */
  readonly tally: RunTally;
}

/**
 * Has the model replace a conversation by a summary of it, unless a hook refuses that.
 *
 * @throws {AgentLoopError} `command-failed` when a hook refuses, and what a model's answer fails with
 */
export async function compacted(
  environment: LoopEnvironment,
  run: CapabilityScope<'run'>,
  { command, history, tally }: LongConversation,
): Promise<readonly Message[]> {
  const { length: messages } = history;
  if (messages === 0) {
    return history;
  }
  const { hooks, observer } = environment;
  await gate(hooks, { command, messages }, run.signal);
  const question = userMessage(SUMMARISE);
  const loop = new AgentLoop(
    {
      ...environment,
      permissions: NO_CALLS,
      context: null,
      hooks: hooks.only(HOOK_EVENTS),
      observer: withoutText(observer),
    },
    run,
    [...history, question],
    tally,
  );
  const summary = await loop.run();
  if (summary.trim() === '') {
    throw new AgentLoopError({
      code: 'model-failed',
      reason: 'The summary is empty; nothing was replaced.',
    });
  }
  hooks.observe('post_compact', { messages, summary });
  return [question, { role: 'assistant', content: [{ type: 'text', text: summary }] }];
}

async function gate(
  hooks: RunHooks,
  { command, messages }: { readonly command: string; readonly messages: number },
  signal: AbortSignal,
): Promise<void> {
  const decision = await hooks.gate('pre_compact', { messages }, signal);
  if (decision.type === 'cancelled') {
    throw new AgentLoopError({ code: 'cancelled' });
  }
  if (decision.type !== 'continue') {
    throw new AgentLoopError({ code: 'command-failed', command, reason: decision.reason });
  }
}

/** What a summary says is not the run's answer. */
function withoutText(observer: LoopObserver): LoopObserver {
  return {
    turnStarted: (turn) => observer.turnStarted(turn),
    turnFinished: (turn, result) => observer.turnFinished(turn, result),
    text: () => undefined,
    toolStarted: (call) => observer.toolStarted(call),
    toolFinished: (call, output, durationMs) => observer.toolFinished(call, output, durationMs),
    hookEnded: (report) => observer.hookEnded(report),
    contextEnded: (report) => observer.contextEnded(report),
    contextAdded: (added) => observer.contextAdded(added),
  };
}
