import { describe, expect, it } from 'vitest';
import { Run } from '../../protocol/run.js';
import { SHOWN_TEXT_MAX_LENGTH } from '../limits.js';
import { interruptedRun, newRun, runAfter } from './run-after.js';
import type { RunHappening } from './session-happening.js';

const asked = newRun({ id: 'run-1', session: 'demo', prompt: 'Look.', rehearsal: 'look', admittedAt: 1 });
const digest = `sha256:${'a'.repeat(64)}`;
const useGeneration = {
  schema: 'a3s.use.capability-snapshot-cursor.v1',
  generation: 7,
  revision: digest,
  registryRevision: digest,
} as const;
const usage = { promptTokens: 10, completionTokens: 4, totalTokens: 14 };
const report = {
  tasksCompleted: 0,
  tasksFailed: 0,
  tasksCancelled: 0,
  tasksTimedOut: 0,
  childScopesClosed: 1,
  childScopesFailed: 0,
  childScopesTimedOut: 0,
  effectsClosed: 0,
  effectsFailed: 0,
  effectsTimedOut: 0,
  generationLeasesReleased: 1,
  clean: true,
  failures: [],
  failuresOmitted: 0,
};

type Happening<T = RunHappening> = T extends RunHappening
  ? Omit<T, 'runId' | 'at'> & { readonly at?: number }
  : never;

function after(...events: readonly Happening[]): Run {
  return events.reduce<Run>(
    (run, event, index) => runAfter(run, { runId: 'run-1', at: 10 + index, ...event } as RunHappening),
    asked,
  );
}

const admitted = {
  type: 'run-admitted',
  prompt: 'Look.',
  generation: 3,
  binding: {
    schema: 'a3s.code.run-capability-binding.v1',
    capabilitySetSchema: 'a3s.code.capability-set.v1',
    codeCatalogGeneration: 3,
    catalogDigest: digest,
    capabilityCeilingSchema: 'a3s.code.capability-ceiling.v1',
    capabilityCeilingDigest: digest,
    useGeneration,
  },
} as const;

describe('a run', () => {
  it('shows the beginning of a long prompt', () => {
    const prompt = 'x'.repeat(SHOWN_TEXT_MAX_LENGTH + 1);
    expect(newRun({ ...asked, prompt }).prompt).toBe(`${prompt.slice(0, SHOWN_TEXT_MAX_LENGTH - 1)}…`);
  });

  it('shows from its admission what it pins', () => {
    expect(after({ type: 'lease-acquired', useGeneration }, admitted)).toMatchObject({
      status: 'executing',
      generation: 3,
      digest,
      useGeneration: 7,
      lease: 'held',
      admittedAt: 11,
    });
  });

  it('counts turns, tokens and tool calls, and shows the newest call', () => {
    const run = after(
      admitted,
      { type: 'run-turn', turn: 1, phase: 'started' },
      { type: 'run-turn', turn: 1, phase: 'finished', usage, text: 'I look.' },
      { type: 'run-tool-call', phase: 'started', callId: 'c1', tool: 'look', arguments: {} },
      {
        type: 'run-tool-call',
        phase: 'finished',
        callId: 'c1',
        tool: 'look',
        success: true,
        content: 'A heron.',
        durationMs: 3,
      },
      { type: 'run-turn', turn: 2, phase: 'started' },
      { type: 'run-turn', turn: 2, phase: 'finished', usage, text: '' },
    );
    expect(run).toMatchObject({
      turns: 2,
      toolCalls: 1,
      tokens: { prompt: 20, completion: 8 },
      text: 'I look.',
      lastToolCall: { tool: 'look', result: 'A heron.', success: true },
    });
  });

  it('ends with its result, and closes apart from that', () => {
    const end = after(
      admitted,
      { type: 'lease-released', useGeneration },
      { type: 'run-closed', report },
      { type: 'run-finished', status: 'completed', text: 'Done.', error: null, usage, toolCalls: 1 },
    );
    expect(end).toMatchObject({
      status: 'completed',
      endedAt: 13,
      text: 'Done.',
      lease: 'released',
      closedClean: true,
    });
    expect(Run.parse(end)).toEqual(end);
  });

  it('tells an error with what can be done about it', () => {
    const error = { code: 'server-exited', message: 'The server is gone' };
    const end = after(admitted, {
      type: 'run-finished',
      status: 'failed',
      text: null,
      error,
      usage,
      toolCalls: 0,
    });
    expect(end.error).toMatchObject({ ...error, action: expect.any(String) });
  });

  it('shows long texts cut, never half a character', () => {
    const text = `${'x'.repeat(SHOWN_TEXT_MAX_LENGTH - 2)}😀😀`;
    const end = after(admitted, {
      type: 'run-finished',
      status: 'completed',
      text,
      error: null,
      usage,
      toolCalls: 0,
    });
    expect(end.text).toBe(`${'x'.repeat(SHOWN_TEXT_MAX_LENGTH - 2)}…`);
  });

  it('stays as it is at happenings that say nothing of it', () => {
    expect(after({ type: 'run-text', text: 'x' })).toBe(asked);
    expect(after({ type: 'late-lease', error: null })).toBe(asked);
  });

  it('is failed as interrupted when its host died, and holds nothing', () => {
    const run = interruptedRun(after(admitted, { type: 'lease-acquired', useGeneration }), 99);
    expect(run).toMatchObject({
      status: 'failed',
      endedAt: 99,
      lease: 'released',
      error: { code: 'interrupted', action: expect.any(String) },
    });
  });
});
