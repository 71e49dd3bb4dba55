import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptLine } from '../../../protocol/transcript.js';
import { transcriptLines } from '../../test-state/transcript-builders.js';
import { type Step, transcriptParts } from './transcript-steps.js';

type Draft = TranscriptLine extends infer Line
  ? Line extends unknown
    ? Omit<Line, 'sequence' | 'at'>
    : never
  : never;

/** Lines with the numbers and moments that a host would give them. */
function numbered(drafts: readonly Draft[]): readonly TranscriptLine[] {
  return drafts.map((draft, index) => ({ ...draft, sequence: index + 1, at: 1_000 + index }));
}
const call = (turn: number, callId: string): Draft => ({
  type: 'tool-call',
  turn,
  callId,
  tool: 'echo',
  arguments: '{}',
});
const result = (turn: number, callId: string, text = callId): Draft => ({
  type: 'tool-result',
  turn,
  callId,
  tool: 'echo',
  success: true,
  text,
  durationMs: 5,
});

describe('the parts of a transcript', () => {
  it('are the prompt, each turn with its steps and totals, the end, and the close report', () => {
    const parts = transcriptParts(transcriptLines());
    expect(parts.map((part) => (part.kind === 'turn' ? `turn ${part.turn}` : part.line.type))).toEqual([
      'prompt',
      'turn 1',
      'end',
      'close-report',
    ]);
    const turn = parts[1];
    if (turn?.kind !== 'turn') throw new Error('The second part is no turn');
    expect(turn.end).toMatchObject({ tokens: { prompt: 412, completion: 38 }, durationMs: 1_204 });
    expect(turn.steps).toMatchObject([
      { kind: 'text', text: 'I say it with the tool.' },
      { kind: 'tool', tool: 'mcp__everything__echo', result: { text: 'Echo: hello' } },
    ]);
  });

  it('give each result to its call, though calls run side by side and their ids come again', () => {
    const parts = transcriptParts(
      numbered([
        call(1, 'a'),
        call(1, 'b'),
        result(1, 'b', 'second'),
        result(1, 'a', 'first'),
        call(1, 'a'),
        result(1, 'a', 'third'),
        call(2, 'a'),
      ]),
    );
    const results = parts.map((part) =>
      part.kind === 'turn' ? part.steps.map((step) => step.kind === 'tool' && step.result?.text) : [],
    );
    expect(results).toEqual([['first', 'second', 'third'], [undefined]]);
  });

  it('tell an end that repeats what was said last from one that says something', () => {
    const ends = ['words', 'other words'].map((text) => {
      const said: Draft = { type: 'text', turn: 1, text: 'words' };
      return transcriptParts(numbered([said, { type: 'end', status: 'completed', text }])).at(-1);
    });
    expect(ends).toMatchObject([{ isRepeated: true }, { isRepeated: false }]);
  });

  it('show a result whose call was not kept', () => {
    const [turn] = transcriptParts(numbered([result(3, 'a')]));
    expect(turn).toMatchObject({ turn: 3, steps: [{ arguments: null, result: { text: 'a' } }] });
  });

  it('hold every line once, in order, and change nothing of what came before when more lines come', () => {
    const turn = fc.integer({ min: 1, max: 3 });
    const id = fc.constantFrom('a', 'b');
    const draft = fc.oneof<fc.Arbitrary<Draft>[]>(
      fc.tuple(turn, id).map(([number, callId]) => call(number, callId)),
      fc.tuple(turn, id).map(([number, callId]) => result(number, callId)),
      turn.map((number) => ({ type: 'text', turn: number, text: 'words' })),
      fc.constant({ type: 'cut', text: 'no more' }),
    );
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 30 }), fc.nat(30), (drafts, cut) => {
        const lines = numbered(drafts);
        const parts = transcriptParts(lines);
        const steps = parts.flatMap<Step>((part) => (part.kind === 'turn' ? part.steps : [part]));
        const found = steps.flatMap((step) => {
          if (step.kind !== 'tool') return [step.sequence];
          const own = step.arguments === null ? [] : [step.sequence];
          return step.result === null ? own : [...own, step.result.sequence];
        });
        expect(found.toSorted((a, b) => a - b)).toEqual(lines.map((line) => line.sequence));
        for (const part of parts) {
          if (part.kind !== 'turn') continue;
          const numbers = part.steps.map((step) => step.sequence);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
        const before = transcriptParts(lines.slice(0, cut));
        expect(parts.slice(0, before.length).map((part) => part.sequence)).toEqual(
          before.map((part) => part.sequence),
        );
      }),
    );
  });
});
