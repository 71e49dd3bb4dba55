import { expect, it } from 'vitest';
import type { Batch } from '../../protocol/batch.js';
import { BATCH_RECORD_MAX_LENGTH } from '../limits.js';
import { BatchRecord, batchRecord } from './batch-record.js';

const capability = {
  id: 'a:tool:one',
  kind: 'tool',
  publicName: '',
  state: 'failed',
  startedAt: 1,
  durationMs: 1,
  effects: 0,
  error: null,
} as const;

/** A batch whose capabilities have so many characters as JSON. */
function failedBatch(length: number): Batch {
  const missing = length - JSON.stringify([[capability]]).length;
  return {
    id: 'b',
    session: 'demo',
    state: 'rolled-back',
    base: { generation: 1, digest: 'one' },
    target: { generation: 2, digest: 'two' },
    packages: [],
    reason: null,
    isRepublication: false,
    startedAt: 1,
    endedAt: 2,
    waves: [[{ ...capability, publicName: 'x'.repeat(missing) }]],
    receipt: null,
    error: { code: 'server-exited', message: 'Gone.', action: null, causes: [], details: {} },
    rollback: null,
  };
}

it('keeps a batch whole whose capabilities are as long as the bound', () => {
  const batch = failedBatch(BATCH_RECORD_MAX_LENGTH);
  expect(BatchRecord.parse(batchRecord(batch)).batch).toEqual(batch);
});

it('keeps of a longer one why it failed, and not its capabilities', () => {
  const batch = failedBatch(BATCH_RECORD_MAX_LENGTH + 1);
  expect(batchRecord(batch).batch).toEqual({ ...batch, waves: [] });
});
