import type { StateKey, StateStore } from '@changeover/storage-kit';
import type { Run } from '../../protocol/run.js';
import { TRANSCRIPT_AGE_MAX_MS, TRANSCRIPTS_MAX_BYTES } from '../limits.js';
import { recordPrefix } from '../records/record-keys.js';
import { deleteRecords } from '../store/delete-records.js';
import { listRecords } from '../store/list-records.js';

type EndedOrNot = Pick<Run, 'id' | 'endedAt'>;

/** What may be kept, and until when pruning goes on. */
export interface TranscriptPruning {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
}

/**
 * Deletes the transcripts of ended runs that are too old, and the oldest while all together are too large. The runs
 * themselves stay. Returns of how many runs.
 */
export async function pruneTranscripts(
  store: StateStore,
  runs: readonly EndedOrNot[],
  { now, signal, maxBytes = TRANSCRIPTS_MAX_BYTES }: TranscriptPruning,
): Promise<number> {
  let pruned = 0;
  let bytes = 0;
  for (const { id, endedAt } of newestFirst(runs)) {
    if (signal.aborted) break;
    const transcript = await measure(store, id);
    bytes += transcript.bytes;
    const isKept = bytes <= maxBytes && endedAt >= now - TRANSCRIPT_AGE_MAX_MS;
    if (isKept || transcript.keys.length === 0) continue;
    await deleteRecords(store, transcript.keys);
    pruned += 1;
  }
  return pruned;
}

function newestFirst(
  runs: readonly EndedOrNot[],
): readonly { readonly id: string; readonly endedAt: number }[] {
  return runs
    .flatMap(({ id, endedAt }) => (endedAt === null ? [] : [{ id, endedAt }]))
    .sort((left, right) => right.endedAt - left.endedAt);
}

async function measure(
  store: StateStore,
  run: string,
): Promise<{ keys: readonly StateKey[]; bytes: number }> {
  const keys: StateKey[] = [];
  let bytes = 0;
  for await (const { record } of listRecords(store, recordPrefix.transcriptOf(run))) {
    keys.push(record.key);
    bytes += Buffer.byteLength(JSON.stringify(record.value));
  }
  return { keys, bytes };
}
