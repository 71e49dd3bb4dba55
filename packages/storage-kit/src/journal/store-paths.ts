import { basename, dirname, join } from 'node:path';
import type { FileLayer } from '../files/file-layer.js';
import { realLocation } from '../files/real-location.js';
import { maxSegmentNumber } from '../limits.js';

/**
 * The files of one store, all in one folder. None is named as SQLite names its own journals beside a database,
 * since its tools would take it for one.
 */
export interface StorePaths {
  readonly folder: string;
  readonly snapshot: string;
  /** A snapshot that is being written. */
  readonly draft: string;
  readonly lock: string;
  segment(number: number): string;
  /** The number of a segment by its name in the folder; undefined for other files. */
  segmentNumber(name: string): number | undefined;
}

/** @throws StateStoreError `io` */
export async function storePaths(location: string, files: FileLayer): Promise<StorePaths> {
  const snapshot = await realLocation(location, files);
  const prefix = `${basename(snapshot)}.segment-`;
  return {
    folder: dirname(snapshot),
    snapshot,
    draft: `${snapshot}.draft`,
    lock: `${snapshot}.lock`,
    segment: (number) => join(dirname(snapshot), prefix + String(number).padStart(8, '0')),
    segmentNumber(name) {
      const digits = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      const number = /^\d{8,10}$/.test(digits) ? Number(digits) : 0;
      return number >= 1 && number <= maxSegmentNumber ? number : undefined;
    },
  };
}
