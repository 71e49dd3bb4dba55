const NEWLINE = 0x0a;

/** Cuts a byte stream into lines without ever holding more than one bounded line. */
export class LineSplitter {
  readonly #maxLineBytes: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /**
   * Yields the lines that the chunk completes, without their line ends.
   *
   * @throws RangeError when a line is longer than the bound; the splitter is of no further use then.
   */
  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end));
      start = end + 1;
      yield this.#take();
    }
    this.#hold(chunk.subarray(start));
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > this.#maxLineBytes) {
      throw new RangeError(`a line is longer than ${this.#maxLineBytes} bytes`);
    }
    this.#pending.push(bytes);
  }

  #take(): string {
    const line = Buffer.concat(this.#pending).toString('utf8');
    this.#pending = [];
    this.#pendingBytes = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}
