import type { StateListResponse, StateRecordSnapshot, StateStore } from '@changeover/storage-kit';
import type { TranscriptLine, TranscriptPage } from '../../protocol/transcript.js';
import { HostError } from '../errors/host-error.js';
import { TRANSCRIPT_ANSWER_MAX_LENGTH, TRANSCRIPT_READ_RECORDS } from '../limits.js';
import { parseRecord } from '../records/parse-record.js';
import { CONSOLE_NAMESPACE, numberOfKey, recordKey, recordPrefix } from '../records/record-keys.js';
import { TranscriptRecord, transcriptLine } from '../records/transcript-record.js';

/** Which lines of which run. */
export interface TranscriptQuery {
  readonly session: string;
  readonly run: string;
  /** Lines after this one. */
  readonly after: number;
  readonly limit: number;
}

/**
 * Reads on in the transcript of a run, live or ended: a few records at a time, and no more than an answer should carry.
 *
 * @throws HostError `unknown-run`, `damaged-record`; the signal's reason
 */
export async function readTranscript(
  store: StateStore,
  { session, run, after, limit }: TranscriptQuery,
  { signal }: { readonly signal: AbortSignal },
): Promise<TranscriptPage> {
  if ((await store.load(recordKey.run(session, run), { signal })) === undefined) {
    throw new HostError('unknown-run', `The session ${session} has no run ${JSON.stringify(run)}`, {
      session,
      run,
    });
  }
  const lines: TranscriptLine[] = [];
  let length = 0;
  for await (const snapshot of recordsAfter(store, run, after, { signal })) {
    if (lines.length === limit || length >= TRANSCRIPT_ANSWER_MAX_LENGTH) {
      return { lines, next: lines.at(-1)?.sequence ?? after, hasMore: true };
    }
    const line = lineOf(snapshot);
    lines.push(line);
    length += JSON.stringify(line).length;
  }
  return { lines, next: lines.at(-1)?.sequence ?? after, hasMore: false };
}

async function* recordsAfter(
  store: StateStore,
  run: string,
  after: number,
  options: { readonly signal: AbortSignal },
): AsyncGenerator<StateRecordSnapshot> {
  let cursor: string | undefined = recordKey.transcript(run, after).key;
  while (cursor !== undefined) {
    const page: StateListResponse = await store.list(
      {
        namespace: CONSOLE_NAMESPACE,
        prefix: recordPrefix.transcriptOf(run),
        after: cursor,
        limit: TRANSCRIPT_READ_RECORDS,
      },
      options,
    );
    yield* page.snapshots;
    cursor = page.next;
  }
}

function lineOf(snapshot: StateRecordSnapshot): TranscriptLine {
  return transcriptLine(numberOfKey(snapshot.record.key), parseRecord(TranscriptRecord, snapshot));
}
