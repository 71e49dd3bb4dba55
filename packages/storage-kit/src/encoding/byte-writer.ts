const encoder = new TextEncoder();

/** Writes in sequence, little-endian. */
export class ByteWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;

  /** @param at - where to begin */
  constructor(size: number, at: number) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
    this.#at = at;
  }

  /** Everything up to what was written last. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  u8(value: number): void {
    this.#view.setUint8(this.#at, value);
    this.#at += 1;
  }

  u16(value: number): void {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
  }

  u32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  u64(value: number): void {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    this.#at += 8;
  }

  /** UTF-8 behind its length, which takes that many bytes. */
  text(text: string, lengthBytes: 1 | 2 | 4): void {
    const from = this.#at + lengthBytes;
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(from));
    if (lengthBytes === 1) this.u8(written);
    else if (lengthBytes === 2) this.u16(written);
    else this.u32(written);
    this.#at = from + written;
  }
}
