import type { Run } from '../../protocol/run.js';
import { SHOWN_TEXT_MAX_LENGTH } from '../limits.js';
import { cutText } from '../text/cut-text.js';
import { errorOfEvent } from './error-of-event.js';
import type { RunHappening } from './session-happening.js';

/** A run that was asked for and is not admitted yet. */
export function newRun(asked: Pick<Run, 'id' | 'session' | 'prompt' | 'rehearsal' | 'admittedAt'>): Run {
  return {
    ...asked,
    prompt: shown(asked.prompt),
    status: 'created',
    waitingFor: null,
    generation: null,
    digest: null,
    useGeneration: null,
    lease: 'none',
    endedAt: null,
    turns: 0,
    toolCalls: 0,
    lastToolCall: null,
    tokens: { prompt: 0, completion: 0 },
    text: null,
    error: null,
    closedClean: null,
  };
}

/** The run after one of its happenings. */
export function runAfter(run: Run, event: RunHappening): Run {
  switch (event.type) {
    case 'run-admitted':
      return {
        ...run,
        status: 'executing',
        generation: event.generation,
        digest: event.binding.catalogDigest,
        useGeneration: event.binding.useGeneration?.generation ?? null,
        admittedAt: event.at,
      };
    case 'run-turn':
      return event.phase === 'started' ? { ...run, turns: event.turn } : afterTurn(run, event);
    case 'run-tool-call':
      return event.phase === 'started'
        ? {
            ...run,
            toolCalls: run.toolCalls + 1,
            lastToolCall: { tool: event.tool, result: null, success: null },
          }
        : {
            ...run,
            lastToolCall: { tool: event.tool, result: shown(event.content), success: event.success },
          };
    case 'run-finished':
      return {
        ...run,
        status: event.status,
        waitingFor: null,
        endedAt: event.at,
        toolCalls: event.toolCalls,
        tokens: { prompt: event.usage.promptTokens, completion: event.usage.completionTokens },
        text: event.text === null ? run.text : shown(event.text),
        error: event.error ? errorOfEvent(event.error) : null,
      };
    case 'run-closed':
      return { ...run, closedClean: event.report.clean };
    case 'lease-acquired':
      return { ...run, lease: 'held' };
    case 'lease-released':
      return { ...run, lease: 'released' };
    case 'run-text':
    case 'run-hook':
    case 'run-context':
    case 'run-context-added':
    case 'run-task':
    case 'late-lease':
      return run;
  }
}

/** A run that was live when its host died: `at` is when something was last written, and it may have gone on for a moment. */
export function interruptedRun(run: Run, at: number): Run {
  return {
    ...run,
    status: 'failed',
    waitingFor: null,
    lease: run.lease === 'held' ? 'released' : run.lease,
    endedAt: at,
    error: errorOfEvent({
      code: 'interrupted',
      message: `The host ended while the run ${run.id} was live, so nothing more of it was recorded; it lived until then at least`,
    }),
  };
}

function afterTurn(
  run: Run,
  event: Extract<RunHappening, { readonly type: 'run-turn'; readonly phase: 'finished' }>,
): Run {
  return {
    ...run,
    turns: event.turn,
    tokens: {
      prompt: run.tokens.prompt + event.usage.promptTokens,
      completion: run.tokens.completion + event.usage.completionTokens,
    },
    text: event.text === '' ? run.text : shown(event.text),
  };
}

function shown(text: string): string {
  return cutText(text, SHOWN_TEXT_MAX_LENGTH);
}
