import type { StateKey } from '../model/state-key.js';

/** One record that a commit writes. */
export interface Change {
  readonly key: StateKey;
  /** The value as JSON text; undefined deletes the record. */
  readonly text: string | undefined;
}

/** A commit that has passed validation and has its place in the order. */
export interface SealedCommit {
  readonly revision: number;
  readonly changes: readonly Change[];
}

/** Commits in ascending order of revision that become durable and visible together. No record is in two. */
export type CommitGroup = readonly SealedCommit[];
