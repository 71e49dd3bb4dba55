import type { JsonValue } from '../model/json-value.js';
import type { StateKey } from '../model/state-key.js';
import type { AbortOptions } from './abort-options.js';

/** Which changes to watch: those of one namespace, and there of the keys that begin with `prefix`. */
export interface StateWatchRequest extends AbortOptions {
  readonly namespace: string;
  readonly prefix?: string | undefined;
  /**
   * Deliver what was committed after this revision; by default what is committed after the call, or, by others who share
   * the store, from when it has answered. The commit of a
   * transaction that only read tells the revision of what it read: list in one, and watch from there, to miss nothing.
   */
  readonly since?: number | undefined;
}

/**
 * One record that a commit wrote or deleted. Changes come in the order of their commits; those of one commit follow
 * each other, in no particular order.
 */
export interface StateChange {
  readonly key: StateKey;
  /** The value written, a copy that belongs to the reader; undefined when the record was deleted. */
  readonly value: JsonValue | undefined;
  /** The commit. */
  readonly revision: number;
}
