import { isTerminal, type Run } from '../../protocol/run.js';
import type { Ledger, LedgerEntry } from '../ledger/ledger.js';
import { runAfter } from '../projection/run-after.js';
import type { RunHappening } from '../projection/session-happening.js';
import {
  EMPTY_TRANSCRIPT,
  type TranscriptProgress,
  transcriptAfter,
} from '../projection/transcript-after.js';
import { recordKey } from '../records/record-keys.js';
import type { RunRecord } from '../records/run-record.js';
import type { TranscriptRecord } from '../records/transcript-record.js';
import type { RunCount } from './run-count.js';

interface LiveRun {
  run: Run;
  /** Generation that it holds in place; null before its admission and after its close. */
  pinned: number | null;
  transcript: TranscriptProgress;
}

/** How a run is shown and stored. */
export function runEntry(run: Run, runCount: number): LedgerEntry {
  const value: RunRecord = { format: 1, run };
  return {
    event: { type: 'run', run, runCount },
    records: [{ key: recordKey.run(run.session, run.id), value }],
  };
}

/** The runs of one session that have not ended, and the transcripts of all of them. */
export class RunBook {
  readonly #ledger: Ledger;
  readonly #count: RunCount;
  readonly #live = new Map<string, LiveRun>();

  constructor(ledger: Ledger, count: RunCount) {
    this.#ledger = ledger;
    this.#count = count;
  }

  get(id: string): Run | undefined {
    return this.#live.get(id)?.run;
  }

  /** Runs that hold a generation in place. */
  pinnedTo(generation: number): readonly string[] {
    return [...this.#live.values()].filter(({ pinned }) => pinned === generation).map(({ run }) => run.id);
  }

  /** Those that have not ended, whether they are admitted or not. */
  get live(): readonly string[] {
    return [...this.#live.values()].filter(({ run }) => !isTerminal(run.status)).map(({ run }) => run.id);
  }

  /** Runs that hold any generation in place. */
  get pinned(): readonly string[] {
    return [...this.#live.values()].filter(({ pinned }) => pinned !== null).map(({ run }) => run.id);
  }

  /** A run was asked for. */
  begin(run: Run): void {
    const live: LiveRun = { run, pinned: null, transcript: EMPTY_TRANSCRIPT };
    this.#live.set(run.id, live);
    this.#put(live);
  }

  /** Changes a run that has not ended. */
  change(id: string, change: (run: Run) => Run): void {
    const live = this.#live.get(id);
    if (live === undefined || isTerminal(live.run.status)) return;
    live.run = change(live.run);
    this.#put(live);
    this.#forgetEnded(live);
  }

  take(event: RunHappening): void {
    const live = this.#live.get(event.runId);
    if (live === undefined) return;
    this.#write(live, event);
    if (event.type === 'run-admitted') live.pinned = event.generation;
    if (event.type === 'run-closed') live.pinned = null;
    const next = runAfter(live.run, event);
    if (next === live.run) return;
    live.run = next;
    this.#put(live);
    this.#forgetEnded(live);
  }

  #forgetEnded({ run, pinned }: LiveRun): void {
    if (isTerminal(run.status) && pinned === null) this.#live.delete(run.id);
  }

  #write(live: LiveRun, event: RunHappening): void {
    const { progress, added } = transcriptAfter(live.transcript, event);
    live.transcript = progress;
    for (const line of added) {
      const value: TranscriptRecord = { format: 2, line };
      this.#ledger.append({
        event: null,
        record: { key: recordKey.transcript(live.run.id, line.sequence), value },
      });
    }
  }

  #put({ run }: LiveRun): void {
    this.#ledger.put(`run/${run.id}`, runEntry(run, this.#count.count));
  }
}
