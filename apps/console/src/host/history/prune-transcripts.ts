import type { StateKey, StateStore } from '@changeover/storage-kit';
import type { Run } from '../../protocol/run.js';
import { TRANSCRIPT_AGE_MAX_MS, TRANSCRIPTS_MAX_BYTES } from '../limits.js';
import { numberOfKey, recordPrefix } from '../records/record-keys.js';
import { TranscriptRecord, transcriptLine } from '../records/transcript-record.js';
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
 * themselves stay, and one line that says so. Returns of how many runs.
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
    const last = transcript.keys.at(-1);
    if (isKept || last === undefined || transcript.isPruned) continue;
    // At once, so that nobody ever reads a part of it: a transcript has fewer lines than a transaction may have changes.
    await store.transact(async (transaction) => {
      for (const key of transcript.keys.slice(0, -1)) await transaction.delete(key);
      await transaction.put({ key: last, value: cutLine(last, now) });
    });
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

interface Transcript {
  readonly keys: readonly StateKey[];
  readonly bytes: number;
  /** Nothing is left but the line that says that it was deleted. */
  readonly isPruned: boolean;
}

async function measure(store: StateStore, run: string): Promise<Transcript> {
  const keys: StateKey[] = [];
  let bytes = 0;
  let isPruned = false;
  for await (const { record } of listRecords(store, recordPrefix.transcriptOf(run))) {
    keys.push(record.key);
    bytes += Buffer.byteLength(JSON.stringify(record.value));
    isPruned = keys.length === 1 && isCut(record.value);
  }
  return { keys, bytes, isPruned };
}

function isCut(value: unknown): boolean {
  const record = TranscriptRecord.safeParse(value);
  return record.success && transcriptLine(0, record.data).type === 'cut';
}

function cutLine(last: StateKey, at: number): TranscriptRecord {
  const text = 'The steps of this run were deleted: they were past the limits of transcripts';
  return { format: 2, line: { sequence: numberOfKey(last), at, type: 'cut', text } };
}
