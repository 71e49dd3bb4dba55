import { parentPort, workerData } from 'node:worker_threads';
import { nodeFileLayer } from '../files/node-file-layer.js';
import { loadEngine } from '../sqlite/sqlite-engine.js';
import type { WorkerMessage, WorkerTask } from './fold-in-worker.js';
import { foldJournal } from './fold-journal.js';
import { storePaths } from './store-paths.js';

// The thread that folds the journal of a large store into its snapshot. What fails in it ends it.

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

async function fold({ location, wasmBinary, firstSegment, revision }: WorkerTask): Promise<void> {
  const paths = await storePaths(location, nodeFileLayer);
  const engine = await loadEngine(wasmBinary);
  say(await foldJournal({ files: nodeFileLayer, paths, engine, firstSegment, revision }));
}

say('started');
void fold(workerData as WorkerTask);
