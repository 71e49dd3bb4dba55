import type { AbortOptions } from '../contract/abort-options.js';

/** What a persistence holds: a snapshot, and what was appended since. */
export interface SqlitePersisted {
  /** Undefined before the first one. */
  readonly snapshot: Uint8Array | undefined;
  /** In the order in which they were appended. */
  readonly entries: readonly Uint8Array[];
}

/**
 * Where a store in SQLite is kept when that is no file of Node: in a browser's IndexedDB or file system, in an object
 * store. Yours may be handed to `StateStore.connect({ backend: 'sqlite', persistence })`. Nothing but bytes is asked of
 * it; checksums are the store's own. What it rejects with is passed on as `io`, a StateStoreError as it is.
 */
export interface SqlitePersistence {
  /** Its name, for messages. */
  readonly name: string;
  /**
   * Takes the place for one store alone and reads it.
   *
   * @throws StateStoreError `locked` when another store has it.
   */
  open(options: AbortOptions): Promise<SqlitePersisted>;
  /** Appends an entry whole or not at all. Resolves when it is durable. Called again only after that. */
  append(entry: Uint8Array): Promise<void>;
  /**
   * Replaces the snapshot, and drops every entry: all of that or nothing. Resolves when it is durable. Nothing is
   * appended meanwhile.
   */
  replace(snapshot: Uint8Array): Promise<void>;
  /** Gives the place up. Called once, with nothing under way. */
  close(): Promise<void>;
}
