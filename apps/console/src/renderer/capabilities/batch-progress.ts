import type { Batch, BatchCapability } from '../../protocol/batch.js';

const WORDS: readonly (readonly [BatchCapability['state'], string])[] = [
  ['rolled-back', 'rolled back'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['preparing', 'still preparing'],
  ['prepared', 'prepared'],
  ['staged', 'not started'],
];

/** How far a batch is, or how it ended: `4 of 7 prepared`, `4 rolled back, 1 failed, 2 not started`. */
export function batchProgress(batch: Batch): string {
  const all = batch.waves.flat();
  const count = (state: BatchCapability['state']): number =>
    all.filter((item) => item.state === state).length;
  if (batch.state === 'preparing' || batch.state === 'committed') {
    return `${count('prepared')} of ${all.length} prepared`;
  }
  return WORDS.map(([state, word]) => ({ count: count(state), word }))
    .filter((part) => part.count > 0)
    .map((part) => `${part.count} ${part.word}`)
    .join(', ');
}
