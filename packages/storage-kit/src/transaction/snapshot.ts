/** A moment of the store that a transaction reads. */
export interface Snapshot {
  readonly revision: number;
  /** Set when its history was given up to stay within the bound; it can be read no more. */
  expired: boolean;
}
