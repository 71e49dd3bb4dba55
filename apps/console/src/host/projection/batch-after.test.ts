import { describe, expect, it } from 'vitest';
import { Batch } from '../../protocol/batch.js';
import { batchAfter, batchAfterCleanup, cancellingBatch, newBatch } from './batch-after.js';
import type { BatchHappening } from './session-happening.js';

const stamp = (generation: number) => ({ generation, digest: `sha256:${generation}` });
const staged = {
  type: 'batch-staged',
  batchId: 'batch-1',
  at: 1,
  base: stamp(1),
  target: stamp(2),
  waves: [['a:tool:one'], ['a:mcp:two']],
  capabilities: [
    { id: 'a:tool:one', kind: 'tool', publicName: 'one' },
    { id: 'a:mcp:two', kind: 'mcp', publicName: 'two' },
  ],
} as const;
const batch = newBatch(staged, { session: 'demo', packages: [], reason: 'Because', isRepublication: false });

type Happening<T = BatchHappening> = T extends BatchHappening ? Omit<T, 'batchId' | 'at'> : never;

function after(...events: readonly Happening[]): Batch {
  return events.reduce<Batch>(
    (current, event, index) =>
      batchAfter(current, { batchId: 'batch-1', at: 10 + index, ...event } as BatchHappening),
    batch,
  );
}

const report = {
  rollbackBatches: 1,
  retiredBatches: 0,
  effectsClosed: 1,
  effectsFailed: 0,
  effectsTimedOut: 0,
  clean: true,
  failures: [],
  failuresOmitted: 0,
};

describe('a batch', () => {
  it('begins with all of its capabilities staged, in their waves', () => {
    expect(batch.waves.map((wave) => wave.map(({ publicName, state }) => [publicName, state]))).toEqual([
      [['one', 'staged']],
      [['two', 'staged']],
    ]);
    expect(Batch.parse(batch)).toEqual(batch);
  });

  it('shows each capability on its way', () => {
    const now = after(
      { type: 'capability-preparing', capability: 'a:tool:one' },
      { type: 'capability-prepared', capability: 'a:tool:one', durationMs: 3.6, effects: 2 },
      { type: 'capability-preparing', capability: 'a:mcp:two' },
    );
    expect(now.waves.flat()).toMatchObject([
      { state: 'prepared', startedAt: 10, durationMs: 4, effects: 2 },
      { state: 'preparing', startedAt: 12, durationMs: null },
    ]);
  });

  it('ends with its receipt', () => {
    const receipt = { previous: stamp(1), committed: stamp(2) };
    expect(after({ type: 'batch-validated' }, { type: 'batch-committed', receipt })).toMatchObject({
      state: 'committed',
      endedAt: 11,
      receipt,
    });
  });

  it('tells at which capability it failed, what was undone and how that went', () => {
    const failed = after(
      { type: 'capability-prepared', capability: 'a:tool:one', durationMs: 1, effects: 1 },
      {
        type: 'capability-failed',
        capability: 'a:mcp:two',
        code: 'server-exited',
        message: 'Gone',
        durationMs: 5,
      },
      { type: 'capability-rolled-back', capability: 'a:tool:one' },
      {
        type: 'batch-rolled-back',
        code: 'projection',
        message: 'Refused: Gone',
        cause: { code: 'prepare-failed', message: 'Gone' },
      },
    );
    expect(failed).toMatchObject({
      state: 'rolled-back',
      error: { code: 'projection', causes: [{ code: 'prepare-failed' }] },
      rollback: null,
    });
    expect(failed.waves.flat()).toMatchObject([
      { state: 'rolled-back' },
      { state: 'failed', error: { code: 'server-exited' } },
    ]);
    expect(batchAfterCleanup(failed, report, 12).rollback).toMatchObject({ effectsClosed: 1, at: 12 });
  });

  it('takes no cleanup for its own that is not of a rollback, or not its own', () => {
    const committed = after({
      type: 'batch-committed',
      receipt: { previous: stamp(1), committed: stamp(2) },
    });
    expect(batchAfterCleanup(committed, report, 12)).toBe(committed);
    const failed = after({ type: 'batch-rolled-back', code: 'cancelled', message: 'Cancelled', cause: null });
    expect(batchAfterCleanup(failed, { ...report, rollbackBatches: 0 }, 12)).toBe(failed);
  });

  it('can be cancelled only while it prepares', () => {
    expect(cancellingBatch(batch).state).toBe('cancelling');
    const failed = after({ type: 'batch-rolled-back', code: 'cancelled', message: 'Cancelled', cause: null });
    expect(cancellingBatch(failed)).toBe(failed);
  });

  it('is cancelled when somebody took it back, and has failed when it ended otherwise', () => {
    const end = { type: 'batch-rolled-back', code: 'cancelled', message: 'Cancelled', cause: null } as const;
    expect(after(end).state).toBe('rolled-back');
    const cancelled = batchAfter(cancellingBatch(batch), { ...end, batchId: batch.id, at: 11 });
    expect(cancelled).toMatchObject({ state: 'cancelled', endedAt: 11 });
    expect(batchAfterCleanup(cancelled, report, 12).rollback).toMatchObject({ effectsClosed: 1 });
  });

  it('tells what failed from what was given up because of it', () => {
    const failed = after(
      {
        type: 'capability-failed',
        capability: 'a:mcp:two',
        code: 'server-exited',
        message: 'Gone',
        durationMs: 5,
      },
      {
        type: 'capability-failed',
        capability: 'a:tool:one',
        code: 'cancelled',
        message: 'Given up',
        durationMs: 5,
      },
    );
    expect(failed.waves.flat()).toMatchObject([{ state: 'cancelled' }, { state: 'failed' }]);
  });
});
