/** Keeps the last bytes of a stream as text. */
export class ByteTail {
  readonly #maxBytes: number;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    const joined = Buffer.concat([this.#bytes, chunk]);
    this.#bytes = joined.length > this.#maxBytes ? joined.subarray(joined.length - this.#maxBytes) : joined;
  }

  get text(): string {
    return this.#bytes.toString('utf8').trim();
  }
}
