import { checkpointJournalBytes } from '../limits.js';
import type { FileLayer } from './file-layer.js';
import { nodeFileLayer } from './node-file-layer.js';
import { type ProcessTable, systemProcesses } from './process-identity.js';

/** What a store on a file stands on. */
export interface SqliteStoreSurroundings {
  readonly files: FileLayer;
  readonly processes: ProcessTable;
  /** A checkpoint begins when the journal is larger than this and than half the snapshot. */
  readonly checkpointBytes: number;
}

export const systemSurroundings: SqliteStoreSurroundings = {
  files: nodeFileLayer,
  processes: systemProcesses,
  checkpointBytes: checkpointJournalBytes,
};
