import { describe, expect, it } from 'vitest';
import { CountingSignal } from '../../test/counting-signal.js';
import { LinkedAbort, onAbort, settledOrAborted } from './abort.js';

describe('onAbort', () => {
  it('calls everybody who follows a signal, once and in order, and not those who left', () => {
    const source = new AbortController();
    const told: string[] = [];
    const leave = onAbort(source.signal, () => told.push('gone'));
    onAbort(source.signal, () => told.push('first'));
    const second = onAbort(source.signal, () => told.push('second'));
    leave();
    source.abort();
    second();
    leave();
    expect(told).toEqual(['first', 'second']);
  });

  it('calls at once who comes too late', () => {
    const told: string[] = [];
    onAbort(AbortSignal.abort(), () => told.push('late'));
    expect(told).toEqual(['late']);
  });

  it('lets one who is called undo another who is not yet', () => {
    const source = new AbortController();
    const told: string[] = [];
    onAbort(source.signal, () => {
      told.push('first');
      undo();
    });
    const undo = onAbort(source.signal, () => told.push('undone'));
    source.abort();
    expect(told).toEqual(['first']);
  });

  it('has one listener on a signal, however many follow it, and none when all are gone', () => {
    const signal = new CountingSignal();
    const undo = Array.from({ length: 50 }, () => onAbort(signal, () => undefined));
    expect(signal.listeners).toBe(1);
    for (const leave of undo) leave();
    expect(signal.listeners).toBe(0);
    new LinkedAbort([signal])[Symbol.dispose]();
    expect(signal.listeners).toBe(0);
  });
});

describe('settledOrAborted', () => {
  it('gives what came first, whenever the abort comes', async () => {
    const outcomes: string[] = [];
    for (let turns = 0; turns < 12; turns += 1) {
      const abort = new AbortController();
      const raced = settledOrAborted(Promise.reject(new Error('failed')), abort.signal).then(
        (result) => (result.aborted ? 'aborted' : 'a value'),
        () => 'failed',
      );
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      abort.abort();
      outcomes.push(await raced);
    }
    const firstFailure = outcomes.indexOf('failed');
    expect(firstFailure).toBeGreaterThan(0);
    expect(outcomes).toEqual(outcomes.map((_, turns) => (turns < firstFailure ? 'aborted' : 'failed')));
  });
});
