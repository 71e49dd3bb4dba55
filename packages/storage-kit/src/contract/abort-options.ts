/** Cancels an operation. An aborted operation rejects with the signal's reason and changes nothing. */
export interface AbortOptions {
  readonly signal?: AbortSignal | undefined;
}
