import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { onAbort } from '../../lifecycle/abort.js';
import { MAX_NPM_ERROR_BYTES, MAX_NPM_OUTPUT_BYTES } from '../limits.js';

/** How a run of npm went. */
export interface NpmEnd {
  /** `null` when it was ended by a signal. */
  readonly exitCode: number | null;
  /** The first 16 MiB of what it wrote. */
  readonly output: string;
  /** The first 4 KiB of what it wrote to its error output. */
  readonly errors: string;
}

/**
 * Runs the user's npm without a shell, in a process group of its own where there are any. It has the environment of
 * this process, for that is where npm finds its settings. When `signal` aborts, the whole group is killed.
 *
 * @throws what the system says when npm cannot be started
 */
export async function runNpm(
  args: readonly string[],
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<NpmEnd> {
  const hasGroups = process.platform !== 'win32';
  const child = spawn('npm', [...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: false,
    detached: hasGroups,
    windowsHide: true,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errors] = [
    textWithin(child.stdout, MAX_NPM_OUTPUT_BYTES),
    textWithin(child.stderr, MAX_NPM_ERROR_BYTES),
  ];
  const unfollow = onAbort(signal, () => {
    if (child.pid !== undefined) endGroup(hasGroups ? -child.pid : child.pid);
    // A process that left the group may hold the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  });
  try {
    return { exitCode: await ended, output: output(), errors: errors() };
  } finally {
    unfollow();
  }
}

function endGroup(group: number): void {
  try {
    process.kill(group, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Takes in all of a stream and keeps its beginning. */
function textWithin(stream: Readable, maxBytes: number): () => string {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  stream.on('data', (chunk: Buffer) => {
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
  });
  // What was read before an error counts; the end of the process tells the rest.
  stream.on('error', () => undefined);
  return () => Buffer.concat(chunks).toString('utf8');
}
