/** What the store knows of itself. */
export interface StateStoreStats {
  /** The last commit that is visible; 0 before the first. */
  readonly revision: number;
  /** Bytes that the current records take; for SQLite the pages in use. */
  readonly bytes: number;
  /** The byte cap at which writes are refused with `store-full`; Infinity where the store has none. */
  readonly maxBytes: number;
  /** Transactions that are neither committed nor rolled back. */
  readonly openTransactions: number;
  /** Bytes of overwritten records that are kept for open transactions. */
  readonly historyBytes: number;
  /** The earliest revision that a watch may go on from: everything committed after it is still kept. */
  readonly watchableSince: number;
  /** Bytes on disk that are not yet folded into the snapshot; 0 where there is no journal. */
  readonly journalBytes: number;
  /** Snapshots written since the store was opened. */
  readonly checkpoints: number;
  /** What opening had to repair; absent when there was nothing. */
  readonly recovery?: StateStoreRecovery;
  /** Why the store refuses writes until it is opened again; absent while it is sound. */
  readonly failure?: string;
  /** Why the last checkpoint failed; absent after one that went well. Commits are safe in the journal meanwhile. */
  readonly checkpointFailure?: string;
}

/** A torn tail that was cut off: the rest of an append which a crash interrupted, never acknowledged. */
export interface StateStoreRecovery {
  readonly file: string;
  /** Where the sound part of the file ends. */
  readonly offset: number;
  readonly bytesCut: number;
}
