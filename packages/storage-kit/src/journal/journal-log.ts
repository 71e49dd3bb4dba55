import type { StateStoreRecovery } from '../contract/state-store-stats.js';
import { encodeFrame } from '../encoding/frame.js';
import { ioError, withIoErrors } from '../errors/io-error.js';
import type { FileLayer } from '../files/file-layer.js';
import type { FileLock } from '../files/file-lock.js';
import { maxExportBytes } from '../limits.js';
import type { SqliteTable } from '../sqlite/sqlite-table.js';
import type { CommitGroup } from '../transaction/commit-group.js';
import type { CommitLog } from '../transaction/commit-log.js';
import type { FoldedSegments } from './fold-journal.js';
import { JournalSegment } from './journal-segment.js';
import type { StorePaths } from './store-paths.js';
import { writeSnapshot } from './write-snapshot.js';

export interface JournalLogParts {
  readonly files: FileLayer;
  readonly paths: StorePaths;
  readonly lock: FileLock;
  readonly table: SqliteTable;
  readonly durability: 'fsync' | 'os';
  /** A checkpoint begins when the journal is larger than this and than half the snapshot. */
  readonly checkpointBytes: number;
  readonly fold: (segments: FoldedSegments) => Promise<number>;
  readonly segment: JournalSegment;
  /** Closed segments between the snapshot and `segment`, and the bytes of their frames. */
  readonly closed: readonly ClosedSegment[];
  readonly snapshotBytes: number;
  readonly recovery: StateStoreRecovery | undefined;
}

export interface ClosedSegment {
  readonly path: string;
  readonly frameBytes: number;
}

/** The journal of a store on a file, and the checkpoints that fold it into the snapshot. */
export class JournalLog implements CommitLog {
  readonly #parts: JournalLogParts;
  #segment: JournalSegment;
  /** Segments that take no more commits and are not yet part of a durable snapshot. */
  #closed: ClosedSegment[];
  #snapshotBytes: number;
  #checkpoint: Promise<void> | undefined;
  #checkpoints = 0;
  #checkpointFailure: Error | undefined;

  constructor(parts: JournalLogParts) {
    this.#parts = parts;
    this.#segment = parts.segment;
    this.#closed = [...parts.closed];
    this.#snapshotBytes = parts.snapshotBytes;
  }

  gather(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  append(group: CommitGroup): Promise<void> {
    const segment = this.#segment;
    const durably = this.#parts.durability === 'fsync';
    return withIoErrors('append to', segment.path, () => segment.append(encodeFrame(group), durably));
  }

  async groupApplied(): Promise<void> {
    const threshold = Math.max(this.#parts.checkpointBytes, this.#snapshotBytes / 2);
    if (this.#checkpoint !== undefined || this.#segment.frameBytes <= threshold) return;
    await this.#rotate();
    this.#checkpoint = this.#foldInBackground(this.#snapshotMaker(this.#segment.number));
  }

  stats(): ReturnType<CommitLog['stats']> {
    const { recovery } = this.#parts;
    const failure = this.#checkpointFailure?.message;
    return {
      journalBytes: this.#journalBytes(),
      checkpoints: this.#checkpoints,
      ...(recovery === undefined ? {} : { recovery }),
      ...(failure === undefined ? {} : { checkpointFailure: failure }),
    };
  }

  async close(sound: boolean): Promise<void> {
    await this.#checkpoint;
    try {
      await withIoErrors('close', this.#segment.path, () => this.#segment.close());
      if (sound) await this.#foldAll();
    } finally {
      await this.#parts.lock.release();
    }
  }

  #journalBytes(): number {
    return this.#closed.reduce((sum, { frameBytes }) => sum + frameBytes, this.#segment.frameBytes);
  }

  /** Goes on in a new segment. */
  async #rotate(): Promise<void> {
    const { files, paths } = this.#parts;
    const number = this.#segment.number + 1;
    const path = paths.segment(number);
    await withIoErrors('begin', path, async () => {
      // With a later segment behind it, a torn tail would be damage: so it is durable whatever the durability.
      await this.#segment.sync();
      const next = await JournalSegment.create(files, path, number);
      const last = this.#segment;
      this.#segment = next;
      this.#closed.push({ path: last.path, frameBytes: last.frameBytes });
      await last.close();
      await files.syncFolder(paths.folder);
    });
  }

  /** A failure costs nothing but space: the journal still has every commit, and the next checkpoint folds it. */
  async #foldInBackground(makeSnapshot: () => Promise<number>): Promise<void> {
    try {
      await this.#fold(makeSnapshot);
    } catch (error) {
      this.#checkpointFailure = ioError('write', this.#parts.paths.snapshot, error);
    }
    this.#checkpoint = undefined;
  }

  /** Replaces the snapshot by one that holds the closed segments, then deletes those. */
  async #fold(makeSnapshot: () => Promise<number>): Promise<void> {
    const folded = [...this.#closed];
    this.#snapshotBytes = await makeSnapshot();
    this.#checkpoints += 1;
    this.#checkpointFailure = undefined;
    this.#closed = this.#closed.slice(folded.length);
    for (const { path } of folded) await this.#parts.files.remove(path);
  }

  /** Call it while nothing is appended: what it makes holds exactly the segments before `firstSegment`. */
  #snapshotMaker(firstSegment: number): () => Promise<number> {
    const { table, files, paths, fold } = this.#parts;
    const { revision } = table;
    if (table.bytes > maxExportBytes) return () => fold({ firstSegment, revision });
    const image = table.export(firstSegment);
    return async () => {
      await writeSnapshot(files, paths, image);
      return image.length;
    };
  }

  async #foldAll(): Promise<void> {
    const { paths, files } = this.#parts;
    const { path, number, frameBytes } = this.#segment;
    await withIoErrors('write', paths.snapshot, async () => {
      // An empty segment needs no snapshot: the next opening begins it again.
      if (this.#journalBytes() === 0) return files.remove(path);
      this.#closed.push({ path, frameBytes });
      await this.#fold(this.#snapshotMaker(number + 1));
    });
  }
}
