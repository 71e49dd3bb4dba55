import * as z from 'zod/mini';
import { Batch } from '../../protocol/batch.js';
import { BATCH_RECORD_MAX_LENGTH } from '../limits.js';

/** `batch/{session}`: the session's last batch, if it was not published, so that it is known why after a restart. */
export const BatchRecord = z.readonly(z.object({ format: z.literal(1), batch: Batch }));
export type BatchRecord = z.infer<typeof BatchRecord>;

/** The record of a batch. Of a very large one the capabilities are left out, and not the reason. */
export function batchRecord(batch: Batch): BatchRecord {
  const isLarge = JSON.stringify(batch.waves).length > BATCH_RECORD_MAX_LENGTH;
  return { format: 1, batch: isLarge ? { ...batch, waves: [] } : batch };
}
