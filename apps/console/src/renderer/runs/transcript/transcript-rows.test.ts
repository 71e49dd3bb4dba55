import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptLine } from '../../../protocol/transcript.js';
import { aFinishedRun, aRun } from '../../test-state/builders.js';
import { transcriptLines } from '../../test-state/transcript-builders.js';
import { endState, isRunning } from './step-outcome.js';
import { type TranscriptFilter, transcriptRows } from './transcript-rows.js';
import { transcriptParts } from './transcript-steps.js';

const failing: readonly TranscriptLine[] = [
  { sequence: 1, at: 1, type: 'prompt', text: 'Look for herons' },
  { sequence: 2, at: 2, type: 'text', turn: 1, text: 'I look at the mill.' },
  {
    sequence: 3,
    at: 3,
    type: 'tool-call',
    turn: 1,
    callId: 'a',
    tool: 'lookup',
    arguments: '{"place":"mill"}',
  },
  {
    sequence: 4,
    at: 4,
    type: 'tool-result',
    turn: 1,
    callId: 'a',
    tool: 'lookup',
    success: false,
    text: 'Nobody answers',
    durationMs: 1,
  },
  { sequence: 5, at: 5, type: 'tool-call', turn: 2, callId: 'b', tool: 'echo', arguments: '{}' },
  { sequence: 6, at: 6, type: 'end', status: 'failed', text: 'It ended.' },
  {
    sequence: 7,
    at: 7,
    type: 'close-report',
    clean: false,
    tasks: 1,
    effects: 1,
    leases: 1,
    failures: [{ name: 'notebook', outcome: 'failed', code: 'group-not-ended', message: 'still there' }],
  },
];
const parts = transcriptParts(failing);
const through = (filter: Partial<TranscriptFilter>) =>
  transcriptRows(parts, { text: '', steps: undefined, ...filter });
const numbers = (filter: Partial<TranscriptFilter>): readonly string[] =>
  through(filter).rows.map((row) => (row.kind === 'turn' ? `turn ${row.turn}` : String(row.sequence)));

describe('the rows of a transcript', () => {
  it('are all steps under the heads of their turns, which are not counted', () => {
    expect(numbers({})).toEqual(['1', 'turn 1', '2', '3', 'turn 2', '5', '6', '7']);
    expect(through({})).toMatchObject({ shown: 6, all: 6, counts: { text: 2, tools: 2, failed: 3 } });
    expect(through({ text: 'mill', steps: 'text' }).counts).toEqual({ text: 1, tools: 1, failed: 1 });
  });

  it('through a text are those in which every word occurs, in any case and any part', () => {
    expect(numbers({ text: 'MILL' })).toEqual(['turn 1', '2', '3']);
    expect(numbers({ text: 'mill nobody' })).toEqual(['turn 1', '3']);
    expect(numbers({ text: 'group-not' })).toEqual(['7']);
    expect(through({ text: 'otter' })).toMatchObject({ rows: [], shown: 0, all: 6 });
  });

  it('through a kind are what was said, the tool calls, or what failed', () => {
    expect(numbers({ steps: 'text' })).toEqual(['1', 'turn 1', '2']);
    expect(numbers({ steps: 'tools' })).toEqual(['turn 1', '3', 'turn 2', '5']);
    expect(numbers({ steps: 'failed' })).toEqual(['turn 1', '3', '6', '7']);
    expect(numbers({ steps: 'failed', text: 'herons' })).toEqual([]);
  });

  it('keep a turn without a step, but not through a filter', () => {
    const end: TranscriptLine = {
      sequence: 1,
      at: 1,
      type: 'turn-end',
      turn: 1,
      tokens: { prompt: 1, completion: 0 },
      durationMs: 3,
    };
    const only = transcriptParts([end]);
    expect(transcriptRows(only, { text: '', steps: undefined }).rows).toHaveLength(1);
    expect(transcriptRows(only, { text: 'x', steps: undefined }).rows).toHaveLength(0);
  });

  it('never grow through another word, and are in the order of the transcript', () => {
    const words = fc.array(fc.constantFrom('mill', 'look', 'echo', 'a', 'still', 'x'), { maxLength: 3 });
    fc.assert(
      fc.property(words, fc.constantFrom('mill', 'e', 'z'), (before, more) => {
        const fewer = through({ text: [...before, more].join(' ') });
        const shown = through({ text: before.join(' ') });
        expect(fewer.shown).toBeLessThanOrEqual(shown.shown);
        const order = fewer.rows.map((row) => row.sequence);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('how a run stands', () => {
  it('is as the host says, else as its transcript does', () => {
    expect(isRunning(aRun(), parts)).toBe(true);
    expect(isRunning(aFinishedRun(), [])).toBe(false);
    expect(isRunning(undefined, parts)).toBe(false);
    expect(isRunning(undefined, transcriptParts(transcriptLines().slice(0, 3)))).toBe(true);
    expect(isRunning(undefined, [])).toBe(false);
  });

  it('has an end with a state of its own, and one that nobody knows', () => {
    expect(['completed', 'failed', 'cancelled', 'asleep'].map(endState)).toEqual([
      'completed',
      'failed',
      'cancelled',
      'unknown',
    ]);
  });
});
