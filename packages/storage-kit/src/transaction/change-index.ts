import type { StateKey } from '../model/state-key.js';

/** Answers what was committed after a revision. */
export interface ChangeIndex {
  /** The last commit that changed the record; undefined when none did that anyone may still ask about. */
  lastChange(id: string): number | undefined;
  changesSince(revision: number): Iterable<StateKey>;
}
