import * as callbacks from 'node:fs';
import * as fs from 'node:fs/promises';
import type { FileLayer, OpenFile } from './file-layer.js';

/** Records are the operator's own: nobody else on the machine reads them. */
const ownerOnly = 0o600;
const folderOfOwnerOnly = 0o700;

/** Most bytes that one call reads or writes: Node refuses more than 2 GiB at once, and a snapshot may have more. */
const maxStepBytes = 64 * 1024 * 1024;

export const nodeFileLayer: FileLayer = {
  async open(path, mode) {
    return new NodeFile(path, await fs.open(path, mode === 'new' ? 'wx+' : 'r+', ownerOnly));
  },
  read: (path) => ifExists(readWhole(path)),
  size: async (path) => (await ifExists(fs.stat(path)))?.size,
  list: (folder) => fs.readdir(folder),
  resolve: (path) => fs.realpath(path),
  rename: (from, to) => fs.rename(from, to),
  link: (from, to) => unlessExists(fs.link(from, to)),
  remove: (path) => fs.rm(path, { force: true }),
  makeFolder: (path) => unlessExists(fs.mkdir(path, { mode: folderOfOwnerOnly })),
  removeFolder: (path) => fs.rmdir(path),
  async syncFolder(folder) {
    // Windows opens no folders; its file system journals names by itself.
    if (process.platform === 'win32') return;
    const handle = await fs.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Undefined when there is no such file. */
async function ifExists<Result>(step: Promise<Result>): Promise<Result | undefined> {
  try {
    return await step;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether the name was free. */
async function unlessExists(step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * On Linux a descriptor of its own makes each write durable by itself: one turn of the thread pool in place of two. The
 * same flag of other systems promises less than their sync call does.
 */
const durableFlags =
  process.platform === 'linux' ? callbacks.constants.O_RDWR | callbacks.constants.O_DSYNC : undefined;

async function readWhole(path: string): Promise<Uint8Array> {
  const handle = await fs.open(path, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.allocUnsafeSlow(size);
    for (let done = 0; done < size; ) {
      const { bytesRead } = await handle.read(bytes, done, Math.min(size - done, maxStepBytes), done);
      if (bytesRead === 0) return bytes.subarray(0, done);
      done += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

class NodeFile implements OpenFile {
  readonly #path: string;
  readonly #handle: fs.FileHandle;
  #durable: fs.FileHandle | undefined;

  constructor(path: string, handle: fs.FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  write(bytes: Uint8Array, position: number): Promise<number> {
    return write(this.#handle, bytes, position);
  }

  async writeDurably(bytes: Uint8Array, position: number): Promise<number> {
    if (durableFlags === undefined) {
      const written = await this.write(bytes, position);
      await this.sync();
      return written;
    }
    this.#durable ??= await fs.open(this.#path, durableFlags);
    return write(this.#durable, bytes, position);
  }

  truncate(length: number): Promise<void> {
    return this.#handle.truncate(length);
  }

  /** The length is part of what datasync makes durable; times and the like are not needed. */
  sync(): Promise<void> {
    return this.#handle.datasync();
  }

  async close(): Promise<void> {
    try {
      await this.#durable?.close();
    } finally {
      await this.#handle.close();
    }
  }
}

/** A handle's own write goes the same way, but takes a fifth of a small append's processor time for its wrapping. */
function write(handle: fs.FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    callbacks.write(handle.fd, bytes, 0, Math.min(bytes.length, maxStepBytes), position, (error, written) => {
      if (error === null) resolve(written);
      else reject(error);
    });
  });
}
