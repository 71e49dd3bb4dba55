/** What the first line of an export says that it is. */
export const exportFormat = 'storage-kit-export';
export const exportVersion = 1;

/** The first line. */
export interface ExportHeader {
  readonly format: typeof exportFormat;
  readonly version: number;
  /** The last commit of the store that was exported. */
  readonly revision: number;
  /** Set when not all of the store was asked for. */
  readonly namespace?: string;
  readonly prefix?: string;
}

/** The last line. */
export interface ExportTrailer {
  readonly records: number;
}
