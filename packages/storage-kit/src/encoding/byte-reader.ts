const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads in sequence, little-endian; past the end it throws a RangeError. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#skip(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  u64(): number {
    return Number(this.#view.getBigUint64(this.#skip(8), true));
  }

  text(bytes: number): string {
    const from = this.#skip(bytes);
    return decoder.decode(this.#bytes.subarray(from, this.#at));
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('Bytes are left over');
  }

  #skip(bytes: number): number {
    const from = this.#at;
    if (from + bytes > this.#bytes.length) throw new RangeError('The bytes end too early');
    this.#at += bytes;
    return from;
  }
}
