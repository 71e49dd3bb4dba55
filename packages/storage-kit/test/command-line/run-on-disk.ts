import { Writable } from 'node:stream';
import type { CommandDocument } from '../../src/command-line/documents.js';
import type { ExitCode } from '../../src/command-line/exit-code.js';
import { runCommandLine } from '../../src/command-line/run-command-line.js';
import { TextOutput } from '../../src/command-line/text-output.js';
import { systemClock } from '../../src/contract/clock.js';
import { crc32c } from '../../src/encoding/crc32c.js';
import { foldJournal } from '../../src/journal/fold-journal.js';
import { commitValue, onlyTheNewest, openOnDisk, segmentPath, snapshotPath } from '../disk-store.js';
import { SimulatedDisk } from '../simulated-disk.js';

export interface CommandRun {
  readonly exitCode: ExitCode;
  readonly output: string;
  readonly messages: string;
}

export interface RunOptions {
  readonly input?: AsyncIterable<Uint8Array>;
  readonly confirm?: (question: string) => Promise<boolean>;
  readonly signal?: AbortSignal;
}

/** A stream that keeps what is written to it. */
export class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command line in this process, against a simulated disk. */
export async function runOnDisk(
  disk: SimulatedDisk,
  args: readonly string[],
  { input = chunksOf(), confirm, signal = new AbortController().signal }: RunOptions = {},
): Promise<CommandRun> {
  const output = new Collected();
  const messages = new Collected();
  const exitCode = await runCommandLine(args, {
    surroundings: {
      files: disk,
      processes: onlyTheNewest(),
      checkpointBytes: Number.POSITIVE_INFINITY,
      fold: foldJournal,
    },
    clock: systemClock,
    signal,
    input,
    output: new TextOutput(output),
    messages: new TextOutput(messages),
    display: { isTerminal: false, write: () => undefined },
    confirm,
    version: async () => '1.2.3',
  });
  return { exitCode, output: output.text, messages: messages.text };
}

/** The one document that the command printed. */
export async function documentOnDisk(
  disk: SimulatedDisk,
  args: readonly string[],
  options?: RunOptions,
): Promise<CommandDocument> {
  const { exitCode, output } = await runOnDisk(disk, [...args, '--json'], options);
  const document = JSON.parse(output) as CommandDocument;
  if (document.exitCode !== exitCode) throw new Error(`${document.exitCode} is said, ${exitCode} is meant`);
  return document;
}

export async function* chunksOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** A disk as a dead process left it: records a to d in the snapshot, e to h in the journal, one frame each. */
export async function diskWithStore(): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk();
  const first = await openOnDisk(disk);
  for (const key of ['a', 'b', 'c', 'd']) await commitValue(first, key, `value of ${key}`);
  await first.close();
  const second = await openOnDisk(disk);
  for (const key of ['e', 'f', 'g', 'h']) await commitValue(second, key, `value of ${key}`);
  return disk;
}

/** Its journal. */
export const journalPath = segmentPath(2);

/** What is on a disk, short enough to be shown. */
export function fingerprint(disk: SimulatedDisk): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(disk.files).map(([path, bytes]) => [path, `${bytes.length} bytes, ${crc32c(bytes)}`]),
  );
}

/** Where a text lies in a file. */
export function indexIn(disk: SimulatedDisk, path: string, text: string): number {
  const at = Buffer.from(disk.files[path] ?? '').indexOf(text);
  if (at === -1) throw new Error(`${path} has no ${text}`);
  return at;
}

/** Flips bits of a byte. */
export function damage(disk: SimulatedDisk, path: string, at: number): void {
  const bytes = Buffer.from(disk.files[path] ?? '');
  bytes[at] = (bytes[at] ?? 0) ^ 0x15;
  disk.replace(path, bytes);
}

/** Spoils a page of the snapshot. */
export function damagePage(disk: SimulatedDisk, page: number): void {
  const bytes = Buffer.from(disk.files[snapshotPath] ?? '');
  disk.replace(snapshotPath, bytes.fill(0xff, (page - 1) * 4096, page * 4096));
}
