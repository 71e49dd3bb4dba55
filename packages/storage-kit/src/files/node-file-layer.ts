import * as fs from 'node:fs/promises';
import type { FileLayer, OpenFile } from './file-layer.js';

/** Records are the operator's own: nobody else on the machine reads them. */
const ownerOnly = 0o600;

export const nodeFileLayer: FileLayer = {
  async open(path, mode) {
    return openFile(await fs.open(path, mode === 'new' ? 'wx+' : 'r+', ownerOnly));
  },
  async read(path) {
    try {
      return await fs.readFile(path);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  },
  list: (folder) => fs.readdir(folder),
  resolve: (path) => fs.realpath(path),
  rename: (from, to) => fs.rename(from, to),
  async link(from, to) {
    try {
      await fs.link(from, to);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
  },
  remove: (path) => fs.rm(path, { force: true }),
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

function openFile(handle: fs.FileHandle): OpenFile {
  return {
    write: async (bytes, position) => (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
    truncate: (length) => handle.truncate(length),
    // The length is part of what datasync makes durable; times and the like are not needed.
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}
