import { expect, it } from 'vitest';
import { transcriptLines } from '../../test-state/transcript-builders.js';
import { transcriptRows } from './transcript-rows.js';
import { transcriptParts } from './transcript-steps.js';
import { turnInView } from './turn-in-view.js';

it('finds the head of the turn that a row belongs to, and none for what is outside of the turns', () => {
  // prompt, turn 1, text, tool, end, close report
  const { rows } = transcriptRows(transcriptParts(transcriptLines()), { text: '', steps: undefined });
  expect(rows.map((_, index) => turnInView(rows, index))).toEqual([-1, 1, 1, 1, -1, -1]);
  expect([turnInView(rows, 6), turnInView([], 0)]).toEqual([1, -1]);
});
