import { LinkedAbort } from '../lifecycle/abort.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { type Settled, settle } from '../lifecycle/settle-within.js';
import { AgentLoop } from '../loop/agent-loop.js';
import { cutText } from '../loop/cut-text.js';
import type { LoopEnvironment } from '../loop/loop-environment.js';
import { RunContext } from '../loop/run-context.js';
import { RunHooks } from '../loop/run-hooks.js';
import { systemPrompt } from '../loop/system-prompt.js';
import type { Message } from '../model/message.js';
import { EVENT_TEXT_BYTES_MAX } from './limits.js';
import { RunObserver } from './run-observer.js';
import type { RunResult } from './run-result.js';
import type { RunOutcome } from './run-store.js';
import { runCloseIncomplete, type SessionCapabilityRun } from './session-capability-run.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

export interface ExecutionOptions {
  readonly messages: readonly Message[];
  readonly streaming: boolean;
  readonly onText: ((text: string) => void) | null;
}

/**
 * Runs an admitted run to its end: the loop, then the close of its capabilities, then its record. The pin is still
 * held when this returns.
 *
 * @throws {SessionError} `run-failed`, `run-cancelled`, or `capability` when only the close was unclean
 */
export async function executeRun(
  state: SessionState,
  run: SessionCapabilityRun,
  options: ExecutionOptions,
): Promise<RunResult> {
  const observer = new RunObserver(state, run.id, options.onText);
  // Unlike the scope's, this signal lets what observes the run finish while it closes.
  using observing = new LinkedAbort([run.signal]);
  const environment = environmentOf(state, run, { ...options, observer, signal: observing.signal });
  const loop = new AgentLoop(environment, run.runScope, options.messages);
  const ending = await settle(() => loop.run());
  // Asked before the close: closing a run aborts its scope, but says nothing about why it ended.
  const cancelled = run.signal.aborted;
  for (const report of loop.uncleanTurns) {
    run.noteUncleanTurn(report);
  }
  const closeReport = await run.closeReport();
  observing.abort();
  const { usage, toolCallsCount, messages } = loop;
  state.runs.count(run.id, { usage, toolCallsCount });
  const text = ending.outcome === 'fulfilled' ? ending.value : null;
  const failure = cancelled ? cancellation(state, run.id) : failureOf(state, run.id, ending, closeReport);
  const ended = state.runs.finish(run.id, outcomeOf(text, failure));
  observer.tell({
    type: 'run-finished',
    runId: run.id,
    status: ended.status === 'completed' || ended.status === 'failed' ? ended.status : 'cancelled',
    text: ended.resultText === null ? null : cutText(ended.resultText, EVENT_TEXT_BYTES_MAX),
    error: ended.error === null ? null : { code: ended.errorCode, message: ended.error },
    usage,
    toolCalls: toolCallsCount,
  });
  if (failure !== null || text === null || ended.status === 'cancelled') {
    throw failure ?? cancellation(state, run.id);
  }
  return { runId: run.id, text, messages, usage, toolCallsCount, closeReport };
}

interface Surroundings extends ExecutionOptions {
  readonly observer: RunObserver;
  readonly signal: AbortSignal;
}

function environmentOf(
  state: SessionState,
  run: SessionCapabilityRun,
  { streaming, observer, signal }: Surroundings,
): LoopEnvironment {
  const { id: sessionId, clock } = state;
  const { hooks, contexts: providers, skills, tools } = run.registry;
  const shared = { scope: run.runScope, signal, clock, sessionId, observer };
  return {
    workspace: state.workspace,
    sessionId,
    runId: run.id,
    client: state.client,
    streaming,
    system: systemPrompt(state.settings.systemPrompt ?? null, skills),
    tools,
    permissions: state.permissions,
    confirm: state.settings.confirm ?? null,
    limits: state.limits,
    clock,
    observer,
    hooks: new RunHooks({ ...shared, hooks, runId: run.id }),
    context: providers.length === 0 ? null : new RunContext({ ...shared, providers }),
  };
}

/** What the run itself failed of counts before an unclean close. */
function failureOf(
  state: SessionState,
  runId: string,
  ending: Settled<string>,
  closeReport: ScopeCloseReport,
): SessionError | null {
  const sessionId = state.id;
  if (ending.outcome === 'rejected') {
    const cause = ending.error;
    return new SessionError({ code: 'run-failed', sessionId, runId, reason: messageOf(cause) }, { cause });
  }
  if (!closeReport.clean) {
    const cause = runCloseIncomplete(closeReport);
    return new SessionError({ code: 'capability', sessionId, reason: cause.message }, { cause });
  }
  return null;
}

function cancellation(state: SessionState, runId: string): SessionError {
  return new SessionError({ code: 'run-cancelled', sessionId: state.id, runId });
}

function outcomeOf(text: string | null, failure: SessionError | null): RunOutcome {
  const result = text === null ? {} : { resultText: text };
  if (failure === null) {
    return { status: 'completed', ...result };
  }
  if (failure.code === 'run-cancelled') {
    return { status: 'cancelled', error: { code: 'cancelled', message: 'cancelled by its caller' } };
  }
  const { cause } = failure;
  return { status: 'failed', ...result, error: { code: codeOf(cause), message: messageOf(cause) } };
}
