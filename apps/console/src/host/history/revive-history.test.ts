import { expect, it } from 'vitest';
import type { Run } from '../../protocol/run.js';
import { newRun } from '../projection/run-after.js';
import type { History } from './load-history.js';
import { reviveHistory } from './revive-history.js';

function live(id: string, admittedAt: number): Run {
  const run = newRun({ id, session: 'demo', prompt: 'Go.', rehearsal: null, admittedAt });
  return { ...run, status: 'executing', generation: 1 };
}

function endsOf(history: Partial<History>): readonly unknown[] {
  const nothing = { sessions: [], generations: [], runs: [], batches: [], activity: [], processes: [] };
  const { interruptedRuns } = reviveHistory({ ...nothing, writtenAt: null, ...history });
  return interruptedRuns.map(({ id, endedAt }) => [id, endedAt]);
}

it('ends a run that was live when the store was last written', () => {
  expect(endsOf({ runs: [live('a', 5), live('b', 7)], writtenAt: 90 })).toEqual([
    ['a', 90],
    ['b', 90],
  ]);
});

it('ends no run before it was admitted, though the clock was set back', () => {
  expect(endsOf({ runs: [live('a', 5), live('b', 100)], writtenAt: 90 })).toEqual([
    ['a', 90],
    ['b', 100],
  ]);
});

it('takes the latest moment that is known for it, where an older console has not put that down', () => {
  const ended: Run = { ...live('b', 7), status: 'completed', endedAt: 40 };
  expect(endsOf({ runs: [live('a', 5), ended] })).toEqual([['a', 40]]);
  const activity = [
    {
      sequence: 1,
      at: 60,
      actor: 'operator',
      command: 'run.start',
      target: 'demo',
      outcome: 'done',
      durationMs: 1,
      reason: null,
      detail: null,
    },
  ] as const;
  expect(endsOf({ runs: [live('a', 5), ended], activity })).toEqual([['a', 60]]);
});
