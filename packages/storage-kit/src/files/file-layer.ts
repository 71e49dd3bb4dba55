/**
 * The operating system's files, as far as a store needs them. Nothing in this folder reaches the disk by
 * another way, so that tests can count sync calls and make any of them fail.
 */
export interface FileLayer {
  /** Opens for reading and writing: a new, empty file that must not exist yet, or one that must. */
  open(path: string, mode: 'new' | 'existing'): Promise<OpenFile>;
  /** The whole file; undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** The bytes of a file; undefined when there is none. */
  size(path: string): Promise<number | undefined>;
  /** The names in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** The path with symbolic links resolved. */
  resolve(path: string): Promise<string>;
  /** Replaces `to`. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; whether that name was free. */
  link(from: string, to: string): Promise<boolean>;
  /** Removing what is not there is harmless. */
  remove(path: string): Promise<void>;
  /** Makes a folder; whether that name was free. */
  makeFolder(path: string): Promise<boolean>;
  /** Removes a folder that is empty. */
  removeFolder(path: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(folder: string): Promise<void>;
}

export interface OpenFile {
  /** How many of the bytes were written: possibly fewer than given. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** The same, and those bytes are durable when it resolves. */
  writeDurably(bytes: Uint8Array, position: number): Promise<number>;
  truncate(length: number): Promise<void>;
  /** Makes the content durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** @throws the operating system's error; also when a write makes no progress. */
export function writeAll(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  return repeat((rest, at) => file.write(rest, at), bytes, position);
}

/** As {@link writeAll}, and durable when it resolves. */
export function writeAllDurably(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  return repeat((rest, at) => file.writeDurably(rest, at), bytes, position);
}

async function repeat(
  write: (bytes: Uint8Array, position: number) => Promise<number>,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const written = await write(bytes.subarray(done), position + done);
    if (written <= 0) throw new Error(`No more than ${done} of ${bytes.length} bytes could be written`);
    done += written;
  }
}
