import { type FileLayer, type OpenFile, writeAll } from './file-layer.js';
import { encodeSegmentHeader, segmentHeaderBytes } from './segment-format.js';

/** What reading a segment found sound. */
export interface SoundPart {
  readonly number: number;
  /** Bytes from the beginning of the file. */
  readonly length: number;
  /** Bytes behind them. */
  readonly bytesCut: number;
}

/** The segment that commits are appended to. */
export class JournalSegment {
  readonly path: string;
  readonly number: number;
  readonly #file: OpenFile;
  #length: number;

  private constructor(path: string, number: number, file: OpenFile, length: number) {
    this.path = path;
    this.number = number;
    this.#file = file;
    this.#length = length;
  }

  /** A new, empty segment whose header is durable; its name is durable once the folder is synced. */
  static async create(files: FileLayer, path: string, number: number): Promise<JournalSegment> {
    const file = await files.open(path, 'new');
    try {
      const header = encodeSegmentHeader(number);
      await writeAll(file, header, 0);
      await file.sync();
      return new JournalSegment(path, number, file, header.length);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Goes on at the end of a segment's sound part; what lies behind it is cut off. What was found there becomes
   * durable now at the latest: the process that wrote it may have died before its sync.
   */
  static async reopen(files: FileLayer, path: string, sound: SoundPart): Promise<JournalSegment> {
    const file = await files.open(path, 'existing');
    try {
      if (sound.bytesCut > 0) await file.truncate(sound.length);
      await file.sync();
      return new JournalSegment(path, sound.number, file, sound.length);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Bytes of the frames. */
  get frameBytes(): number {
    return this.#length - segmentHeaderBytes;
  }

  async append(frame: Uint8Array): Promise<void> {
    await writeAll(this.#file, frame, this.#length);
    this.#length += frame.length;
  }

  sync(): Promise<void> {
    return this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
