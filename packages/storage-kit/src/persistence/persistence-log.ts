import { encodeFrame } from '../encoding/frame.js';
import { ioError, withIoErrors } from '../errors/io-error.js';
import { checkpointJournalBytes } from '../limits.js';
import type { SqliteTable } from '../sqlite/sqlite-table.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import type { CommitLog } from '../transaction/commit-log.js';
import type { SqlitePersistence } from './sqlite-persistence.js';

export interface PersistenceLogParts {
  readonly persistence: SqlitePersistence;
  readonly table: SqliteTable;
  readonly snapshotBytes: number;
  /** Bytes of the entries that follow the snapshot. */
  readonly journalBytes: number;
  /** A checkpoint is made when the journal is larger than this and than half the snapshot. */
  readonly checkpointBytes?: number | undefined;
}

/** There are no segments here: entries follow the snapshot that replaced all before them. */
const firstSegment = 1;

/** The journal and the checkpoints of a store over a caller's persistence. */
export class PersistenceLog implements CommitLog {
  readonly #parts: PersistenceLogParts;
  #snapshotBytes: number;
  #journalBytes: number;
  /** How large the journal was when the last snapshot could not be written; 0 when it could. */
  #failedAtBytes = 0;
  #checkpoints = 0;
  #checkpointFailure: Error | undefined;

  constructor(parts: PersistenceLogParts) {
    this.#parts = parts;
    this.#snapshotBytes = parts.snapshotBytes;
    this.#journalBytes = parts.journalBytes;
  }

  /** The first commit does not wait for others; while its entry is on its way the next group gathers. */
  async gather(): Promise<void> {}

  async append(group: CommitGroup): Promise<void> {
    const { persistence } = this.#parts;
    const frame = encodeFrame(group);
    await withIoErrors('append to', persistence.name, () => persistence.append(frame));
    this.#journalBytes += frame.length;
  }

  async groupApplied(): Promise<void> {
    const { persistence, checkpointBytes = checkpointJournalBytes } = this.#parts;
    const bound = Math.max(checkpointBytes, this.#snapshotBytes / 2);
    if (this.#journalBytes - this.#failedAtBytes <= bound) return;
    try {
      await this.#fold();
    } catch (error) {
      // It costs nothing but space: the journal still has every commit, and the next checkpoint folds it. An export
      // costs the size of the store, so that comes when the journal has grown as much again.
      this.#failedAtBytes = this.#journalBytes;
      this.#checkpointFailure = ioError('write', persistence.name, error);
    }
  }

  stats(): ReturnType<CommitLog['stats']> {
    const failure = this.#checkpointFailure?.message;
    return {
      journalBytes: this.#journalBytes,
      checkpoints: this.#checkpoints,
      ...(failure === undefined ? {} : { checkpointFailure: failure }),
    };
  }

  async close(sound: boolean): Promise<void> {
    const { persistence } = this.#parts;
    try {
      if (sound && this.#journalBytes > 0) {
        await withIoErrors('write', persistence.name, () => this.#fold());
      }
    } finally {
      await withIoErrors('close', persistence.name, () => persistence.close());
    }
  }

  async #fold(): Promise<void> {
    const { persistence, table } = this.#parts;
    const image = table.export(firstSegment);
    await persistence.replace(image);
    this.#snapshotBytes = image.length;
    this.#journalBytes = 0;
    this.#failedAtBytes = 0;
    this.#checkpoints += 1;
    this.#checkpointFailure = undefined;
  }
}
