import { LinkedAbort } from '../lifecycle/abort.js';
import { codeOf, messageOf } from '../lifecycle/bounded-message.js';
import type { ScopeCloseReport } from '../lifecycle/scope-close-report.js';
import { type Settled, settle } from '../lifecycle/settle-within.js';
import { cutText } from '../loop/cut-text.js';
import type { Message } from '../model/message.js';
import type { TokenUsage } from '../model/token-usage.js';
import { EVENT_TEXT_BYTES_MAX } from './limits.js';
import type { RunObserver } from './run-observer.js';
import type { RunResult } from './run-result.js';
import type { RunOutcome } from './run-store.js';
import { runCloseIncomplete, type SessionCapabilityRun } from './session-capability-run.js';
import { SessionError } from './session-error.js';
import type { SessionState } from './session-state.js';

/** What a run does: the loop of a model, or a command. */
export interface RunWork {
  /** Ends with the run's text; whatever it throws fails the run. */
  run(): Promise<string>;
  readonly messages: readonly Message[];
  readonly usage: TokenUsage;
  readonly toolCallsCount: number;
  readonly uncleanTurns: readonly ScopeCloseReport[];
}

/**
 * Runs an admitted run to its end: its work, then the close of its capabilities, then its record. The pin is still
 * held when this returns.
 *
 * @param begin - Makes the work; what observes it may go on until the signal aborts.
 * @throws {SessionError} `run-failed`, `run-cancelled`, or `capability` when only the close was unclean
 */
export async function executeRun(
  state: SessionState,
  run: SessionCapabilityRun,
  observer: RunObserver,
  begin: (observing: AbortSignal) => RunWork,
): Promise<RunResult> {
  // Unlike the scope's, this signal lets what observes the run finish while it closes.
  using observing = new LinkedAbort([run.signal]);
  const work = begin(observing.signal);
  const ending = await settle(() => work.run());
  // Asked before the close: closing a run aborts its scope, but says nothing about why it ended.
  const cancelled = run.signal.aborted;
  for (const report of work.uncleanTurns) {
    run.noteUncleanTurn(report);
  }
  const closeReport = await run.closeReport();
  observing.abort();
  const { usage, toolCallsCount, messages } = work;
  state.addUsage(usage);
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
