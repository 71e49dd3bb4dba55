import { maxCachedRecordBytes } from '../limits.js';
import type { StoredRecord } from './record-table.js';

/** The records read last, up to a number of bytes. Each is the same object that a table would make anew. */
export class RecordCache {
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #records = new Map<string, StoredRecord>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(id: string): StoredRecord | undefined {
    const record = this.#records.get(id);
    if (record === undefined) return undefined;
    this.#records.delete(id);
    this.#records.set(id, record);
    return record;
  }

  set(id: string, record: StoredRecord): void {
    this.delete(id);
    const bytes = sizeOf(id, record);
    if (bytes > maxCachedRecordBytes) return;
    this.#records.set(id, record);
    this.#bytes += bytes;
    for (const [oldest] of this.#records) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }

  /** Puts a record in the place of an earlier one. One that nobody reads is not kept ready for it. */
  replace(id: string, record: StoredRecord): void {
    if (this.#records.has(id)) this.set(id, record);
  }

  clear(): void {
    this.#records.clear();
    this.#bytes = 0;
  }

  delete(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#records.delete(id);
    this.#bytes -= sizeOf(id, record);
  }
}

/** An estimate: two bytes per character and the objects around them. */
function sizeOf(id: string, { text }: StoredRecord): number {
  return 200 + 2 * (id.length + text.length);
}
