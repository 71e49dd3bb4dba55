import { Worker } from 'node:worker_threads';
import { StateStoreError } from '../errors/state-store-error.js';
import { checkpointTimeoutMs } from '../limits.js';
import { type FoldedSegments, type FoldRequest, foldJournal } from './fold-journal.js';

/** What the worker is told. */
export interface WorkerTask extends FoldedSegments {
  readonly location: string;
  readonly wasmBinary: Uint8Array | undefined;
}

/** What the worker says: that its modules are loaded, then the size of the new snapshot. */
export type WorkerMessage = 'started' | number;

/**
 * Folds in a thread of its own. Where the worker's module is not to be found, as in a bundle that was not told of it, it
 * folds in this one: a thread that waits is better than a journal without end.
 *
 * @throws StateStoreError `io`; what ended the worker.
 */
export async function foldInWorker(request: FoldRequest): Promise<number> {
  const worker = startWorker(request);
  const bytes = worker === undefined ? undefined : await resultOf(worker);
  return bytes ?? foldJournal(request);
}

function startWorker({
  checkpointWorker,
  paths,
  wasmBinary,
  firstSegment,
  revision,
}: FoldRequest): Worker | undefined {
  const workerData: WorkerTask = { location: paths.snapshot, wasmBinary, firstSegment, revision };
  try {
    return new Worker(checkpointWorker ?? new URL('./checkpoint-worker.js', import.meta.url), {
      workerData,
      name: 'storage-kit checkpoint',
    });
  } catch {
    // What names no file at all is refused here, what names a missing one by the worker itself.
    return undefined;
  }
}

/** Undefined when the worker could not be started. */
function resultOf(worker: Worker): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let started = false;
    let isLate = false;
    // What it was about to do to the files is over only when it has ended.
    const timer = setTimeout(() => {
      isLate = true;
      void worker.terminate();
    }, checkpointTimeoutMs);
    worker.on('message', (message: WorkerMessage) => {
      if (message === 'started') started = true;
      else resolve(message);
    });
    worker.once('error', (error) => (started ? reject(error) : resolve(undefined)));
    worker.once('exit', (code) => {
      clearTimeout(timer);
      if (isLate) return reject(tooSlow());
      if (!started) return resolve(undefined);
      reject(new StateStoreError('io', `The thread of the checkpoint ended with code ${code}`));
    });
  });
}

function tooSlow(): StateStoreError {
  return new StateStoreError('io', `The checkpoint did not end within ${checkpointTimeoutMs} ms`);
}
