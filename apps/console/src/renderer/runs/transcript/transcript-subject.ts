import type { Run } from '../../../protocol/run.js';
import type { UsedTranscript } from './use-transcript.js';

/** What a run's screen is about. */
export interface TranscriptSubject {
  readonly session: string;
  readonly id: string;
  /** Undefined when the run is older than what is in view: its transcript is read all the same. */
  readonly run: Run | undefined;
  readonly transcript: UsedTranscript;
  /** True while the run goes on, and lines may follow. */
  readonly goesOn: boolean;
}

/** When the run began, in epoch milliseconds; null before anything is known of it. */
export function beginningOf({ run, transcript }: TranscriptSubject): number | null {
  return run?.admittedAt ?? transcript.lines.at(0)?.at ?? null;
}
