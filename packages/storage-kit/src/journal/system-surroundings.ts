import type { FileLayer } from '../files/file-layer.js';
import { nodeFileLayer } from '../files/node-file-layer.js';
import { type ProcessTable, systemProcesses } from '../files/process-identity.js';
import { checkpointJournalBytes } from '../limits.js';
import { foldInWorker } from './fold-in-worker.js';
import type { FoldJournal } from './fold-journal.js';

/** What a store on a file stands on. */
export interface FileStoreSurroundings {
  readonly files: FileLayer;
  readonly processes: ProcessTable;
  /** A checkpoint begins when the journal is larger than this and than half the snapshot. */
  readonly checkpointBytes: number;
  /** How the journal of a store is folded that is too large to be exported at once. */
  readonly fold: FoldJournal;
}

export const systemSurroundings: FileStoreSurroundings = {
  files: nodeFileLayer,
  processes: systemProcesses,
  checkpointBytes: checkpointJournalBytes,
  fold: foldInWorker,
};
