import type { Database } from 'node-sqlite3-wasm';
import { StateStoreError } from '../errors/state-store-error.js';

export type FileDatabase = Database;
export type FileStatement = ReturnType<Database['prepare']>;

/** node-sqlite3-wasm, once it is loaded. */
export interface FileEngine {
  open(file: string): FileDatabase;
}

/** @throws StateStoreError `unavailable` when the library is not installed. */
export async function loadFileEngine(): Promise<FileEngine> {
  try {
    const { default: library } = await import('node-sqlite3-wasm');
    return { open: (file) => new library.Database(file) };
  } catch (cause) {
    throw new StateStoreError(
      'unavailable',
      'The backend sqlite-file needs a library that is not installed: npm install node-sqlite3-wasm@0.8.60',
      { cause },
    );
  }
}
