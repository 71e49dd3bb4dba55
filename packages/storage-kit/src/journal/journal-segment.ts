import { type FileLayer, type OpenFile, writeAll, writeAllDurably } from '../files/file-layer.js';
import { journalGrowthBytes } from '../limits.js';
import { encodeSegmentHeader, segmentHeaderBytes } from './segment-format.js';

/** What reading a segment found. */
export interface SoundPart {
  readonly number: number;
  /** Bytes from the beginning of the file that are sound. */
  readonly length: number;
  /** Bytes behind them that are the rest of an interrupted append. */
  readonly bytesCut: number;
  /** Bytes of the whole file. */
  readonly fileLength: number;
}

/** Frames are written over these, so that the length of the file is durable before they come. */
const growth = new Uint8Array(journalGrowthBytes);

/** The segment that commits are appended to. */
export class JournalSegment {
  readonly path: string;
  readonly number: number;
  readonly #file: OpenFile;
  /** Where the next frame begins. */
  #length: number;
  #fileLength: number;

  private constructor(path: string, file: OpenFile, { number, length, fileLength }: SoundPart) {
    this.path = path;
    this.number = number;
    this.#file = file;
    this.#length = length;
    this.#fileLength = fileLength;
  }

  /** A new, empty segment whose header is durable; its name is durable once the folder is synced. */
  static async create(files: FileLayer, path: string, number: number): Promise<JournalSegment> {
    const file = await files.open(path, 'new');
    try {
      const header = encodeSegmentHeader(number);
      await writeAll(file, header, 0);
      await writeAll(file, growth, header.length);
      await file.sync();
      const fileLength = header.length + growth.length;
      return new JournalSegment(path, file, { number, length: header.length, bytesCut: 0, fileLength });
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
      const fileLength = sound.bytesCut > 0 ? sound.length : sound.fileLength;
      return new JournalSegment(path, file, { ...sound, fileLength });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Bytes of the frames. */
  get frameBytes(): number {
    return this.#length - segmentHeaderBytes;
  }

  /** @param durably - whether the frame is durable when it resolves */
  async append(frame: Uint8Array, durably: boolean): Promise<void> {
    await (durably ? writeAllDurably : writeAll)(this.#file, frame, this.#length);
    this.#length += frame.length;
    if (this.#length <= this.#fileLength) return;
    await writeAll(this.#file, growth, this.#length);
    this.#fileLength = this.#length + growth.length;
  }

  sync(): Promise<void> {
    return this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
