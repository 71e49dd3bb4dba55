import { expect, it } from 'vitest';
import { aBatch, aCapability } from '../test-state/builders.js';
import { batchProgress } from './batch-progress.js';

it('counts what is prepared while a batch goes forward, and what was rolled back once it went back', () => {
  const forward = [[aCapability(), aCapability({ id: 'b', state: 'preparing' })]];
  expect(batchProgress(aBatch({ waves: forward }))).toBe('1 of 2 prepared');
  const back = [
    [aCapability({ state: 'rolled-back' }), aCapability({ id: 'b', state: 'failed' })],
    [aCapability({ id: 'c', state: 'staged' })],
  ];
  expect(batchProgress(aBatch({ state: 'rolled-back', waves: back }))).toBe(
    '1 rolled back, 1 failed, 1 not started',
  );
});
